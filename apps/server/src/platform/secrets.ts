import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts values at rest (AES-256-GCM). The key is derived from `purpose`, so a value cannot be opened for another purpose. */
export type Secrets = {
  seal(purpose: string, plain: string): Buffer
  open(purpose: string, sealed: Buffer): string
  /** The value under the current key; undefined where it is already. */
  reseal(purpose: string, sealed: Buffer): Buffer | undefined
}

/** Seals under the first key; opens what any of the keys has sealed, so that a key can be replaced. */
export function createSecrets(current: string, ...others: string[]): Secrets {
  const seal: Secrets['seal'] = (purpose, plain) => {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(ALGORITHM, keyFor(current, purpose), nonce)
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
    return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), body])
  }
  const open: Secrets['open'] = (purpose, sealed) => {
    const readable = others.find((secretKey) => isSealedBy(secretKey, purpose, sealed))
    return openBy(readable ?? current, purpose, sealed)
  }
  return {
    seal,
    open,
    reseal: (purpose, sealed) =>
      isSealedBy(current, purpose, sealed) ? undefined : seal(purpose, open(purpose, sealed)),
  }
}

const keyFor = (secretKey: string, purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, 'ruwu', purpose, 32))

function openBy(secretKey: string, purpose: string, sealed: Buffer): string {
  if (sealed[0] !== VERSION) throw new Error('sealed value has an unknown version')
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES)
  const tag = sealed.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv(ALGORITHM, keyFor(secretKey, purpose), nonce, { authTagLength: TAG_BYTES })
  decipher.setAuthTag(tag)
  return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString(
    'utf8',
  )
}

function isSealedBy(secretKey: string, purpose: string, sealed: Buffer): boolean {
  try {
    openBy(secretKey, purpose, sealed)
    return true
  } catch {
    return false
  }
}
