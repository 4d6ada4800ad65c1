import { createCipheriv, createDecipheriv } from 'node:crypto'
import { type Fields, isFields } from '../http/fields.ts'
import { parseJson } from '../http/json.ts'

const ALGORITHM = 'aes-128-cbc'
const BLOCK_BYTES = 16
const SPLIT = '~split~'

/** Marks a bind token. Merchants see the token, and it has the cipher of calls: no call may carry the mark. */
export const BIND_PURPOSE = 'bind'

export type Opened = { plain: string; fields: Fields }

/** The wire form of encrypted JSON: `base64(iv)~split~base64(cipher)`. */
export class RedbookCrypto {
  readonly key: Buffer
  private readonly randomBytes: (size: number) => Buffer

  constructor(hexKey: string, randomBytes: (size: number) => Buffer) {
    this.key = Buffer.from(hexKey, 'hex')
    if (this.key.length !== BLOCK_BYTES) throw new Error('the redbook key must be 32 hexadecimal characters')
    this.randomBytes = randomBytes
  }

  encrypt(value: unknown): string {
    const iv = this.randomBytes(BLOCK_BYTES)
    const cipher = createCipheriv(ALGORITHM, this.key, iv)
    const bytes = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
    return iv.toString('base64') + SPLIT + bytes.toString('base64')
  }

  /** An encrypted object of this purpose; without one, the content of a call. Undefined for anything else. */
  open(wire: unknown, purpose?: typeof BIND_PURPOSE): Opened | undefined {
    const plain = this.decrypt(wire)
    const fields = plain === undefined ? undefined : parseJson(plain)
    if (plain === undefined || !isFields(fields) || fields.purpose !== purpose) return undefined
    return { plain, fields }
  }

  /** Undefined for what was not encrypted with our key. */
  decrypt(wire: unknown): string | undefined {
    if (typeof wire !== 'string') return undefined
    const [iv, bytes, ...rest] = wire.split(SPLIT).map((part) => Buffer.from(part, 'base64'))
    if (!iv || !bytes || rest.length > 0 || iv.length !== BLOCK_BYTES) return undefined
    try {
      const decipher = createDecipheriv(ALGORITHM, this.key, iv)
      const plain = Buffer.concat([decipher.update(bytes), decipher.final()])
      // A wrong key passes the padding once in 256 times, but hardly ever gives readable text.
      return new TextDecoder('utf-8', { fatal: true }).decode(plain)
    } catch {
      return undefined
    }
  }
}
