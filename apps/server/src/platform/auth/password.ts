import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import type { BoundedQueue } from '../bounded-queue.ts'

// The library's own constant is a const enum, which isolated modules can't read.
const ARGON2ID = 2

type PasswordCost = { memoryCost: number; timeCost: number; parallelism: number }

/** OWASP's first recommendation for argon2id. */
const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export type Passwords = {
  hash(digest: string): Promise<string>
  /** Constant time: an unknown account (no hash) takes as long as a wrong password. */
  verify(storedHash: string | undefined, digest: string): Promise<boolean>
}

/** Each queue has its own share of the processor: hashing takes 60 ms of a core. */
export const inQueue = (passwords: Passwords, queue: BoundedQueue): Passwords => ({
  hash: (digest) => queue(() => passwords.hash(digest)),
  verify: (storedHash, digest) => queue(() => passwords.verify(storedHash, digest)),
})

export function createPasswords(cost: PasswordCost = PASSWORD_COST): Passwords {
  const options = { algorithm: ARGON2ID, ...cost }
  const dummyHash = hash(randomBytes(32), options)
  return {
    hash: (digest) => hash(digest, options),
    async verify(storedHash, digest) {
      const matches = await verify(storedHash ?? (await dummyHash), digest)
      return storedHash !== undefined && matches
    },
  }
}
