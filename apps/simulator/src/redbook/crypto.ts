import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'

const SEPARATOR = '~split~'
const keyOf = (hex: string) => Buffer.from(hex, 'hex')

/** `base64(iv)~split~base64(cipher)`, AES-128-CBC. */
export function encrypt(hexKey: string, iv: Buffer, text: string): string {
  const cipher = createCipheriv('aes-128-cbc', keyOf(hexKey), iv)
  const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return iv.toString('base64') + SEPARATOR + bytes.toString('base64')
}

/** Undefined when it was not made with this key. */
export function decrypt(hexKey: string, wire: string): string | undefined {
  const [iv, cipher] = wire.split(SEPARATOR).map((part) => Buffer.from(part, 'base64'))
  if (!iv || !cipher || iv.length !== 16) return undefined
  try {
    const decipher = createDecipheriv('aes-128-cbc', keyOf(hexKey), iv)
    return Buffer.concat([decipher.update(cipher), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

/** Undefined when it does not decrypt to an object of JSON. */
export function decryptFields(hexKey: string, wire: unknown): Record<string, unknown> | undefined {
  const text = typeof wire === 'string' ? decrypt(hexKey, wire) : undefined
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** A cipher that no longer ends on a whole block can't be undone with any key. */
export const spoil = (body: string): string => body.replaceAll(/(~split~[A-Za-z0-9+/]+)[A-Za-z0-9+/=]{4}"/g, '$1"')

export const signatureOf = (hexKey: string, body: string): string =>
  createHmac('sha256', keyOf(hexKey)).update(body).digest('hex')
