import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts values at rest (AES-256-GCM). The key is derived from `purpose`, so a value cannot be opened for another purpose. */
export type Secrets = {
  seal(purpose: string, plain: string): Buffer
  open(purpose: string, sealed: Buffer): string
}

export function createSecrets(secretKey: string): Secrets {
  const keyOf = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, 'ruwu', purpose, 32))

  return {
    seal(purpose, plain) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, keyOf(purpose), nonce)
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), body])
    },
    open(purpose, sealed) {
      if (sealed[0] !== VERSION) throw new Error('sealed value has an unknown version')
      const nonce = sealed.subarray(1, 1 + NONCE_BYTES)
      const tag = sealed.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES)
      const decipher = createDecipheriv(ALGORITHM, keyOf(purpose), nonce, { authTagLength: TAG_BYTES })
      decipher.setAuthTag(tag)
      return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString(
        'utf8',
      )
    },
  }
}
