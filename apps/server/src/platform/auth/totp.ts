import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { TOTP_DIGITS, TOTP_STEP_MS } from '@ruwu/domain'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const BITS_PER_CHARACTER = 5
/** RFC 4226 recommends the length of the hash: 160 bits. */
const SECRET_BYTES = 20
/** Codes of the step before and after pass as well: clocks differ and typing takes time. */
const DRIFT_STEPS = [0, -1, 1] as const

export const newTotpSecret = (): string => base32(randomBytes(SECRET_BYTES))

/** Random characters of the base32 alphabet, 5 bits each. */
export const randomBase32 = (length: number): string =>
  base32(randomBytes(Math.ceil((length * BITS_PER_CHARACTER) / 8))).slice(0, length)

export const totpStep = (now: Date): number => Math.floor(now.getTime() / TOTP_STEP_MS)

/** RFC 6238 with the truncation of RFC 4226. */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 0xf
  const number = hash.readUInt32BE(offset) & 0x7f_ff_ff_ff
  return String(number % 10 ** TOTP_DIGITS).padStart(TOTP_DIGITS, '0')
}

/** The time step a code belongs to; undefined when it is wrong. A step is accepted once, which the caller stores. */
export function matchingStep(secret: string, code: string, now: Date): number | undefined {
  const current = totpStep(now)
  return DRIFT_STEPS.map((drift) => current + drift).find((step) => isSame(totpCode(secret, step), code))
}

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** Key URI that authenticator applications read from a QR code. */
export function totpUri(secret: string, account: string): string {
  const label = `${encodeURIComponent(ISSUER)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(ISSUER)}`
}

const ISSUER = '如晤'

function base32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(new RegExp(`.{1,${BITS_PER_CHARACTER}}`, 'g')) ?? []
  return groups.map((group) => BASE32[Number.parseInt(group.padEnd(BITS_PER_CHARACTER, '0'), 2)]).join('')
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (character) => BASE32.indexOf(character).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
