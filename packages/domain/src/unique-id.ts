/** Random bytes per UUIDv7. */
export const UUID_V7_RANDOM_BYTES = 10

const MAX_TIME = 2 ** 48

/** Our ids: a UUID written as 32 hexadecimal characters. */
export function withoutHyphens(uuid: string): string {
  return uuid.replaceAll('-', '').toLowerCase()
}

/** A UUIDv7 (RFC 9562) without hyphens: sorts by creation time, millisecond resolution. */
export function uuidV7(now: Date, randomBytes: Uint8Array): string {
  const time = now.getTime()
  if (!(time >= 0 && time < MAX_TIME)) throw new RangeError('UUIDv7 needs a time after 1970')
  if (randomBytes.length < UUID_V7_RANDOM_BYTES) throw new RangeError('UUIDv7 needs 10 random bytes')
  let text = time.toString(16).padStart(12, '0')
  for (let index = 0; index < UUID_V7_RANDOM_BYTES; index += 1) text += HEX[marked(index, randomBytes[index]!)]
  return text
}

/** Sets version and variant bits in the first and third random byte. */
function marked(index: number, byte: number): number {
  if (index === 0) return 0x70 | (byte & 0x0f)
  return index === 2 ? 0x80 | (byte & 0x3f) : byte
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

const SHORT_CODE_LENGTH = 8
export const SHORT_CODE_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const BYTES_PER_CHARACTER = 4

/** Random bytes per short code. */
export const SHORT_CODE_RANDOM_BYTES = SHORT_CODE_LENGTH * BYTES_PER_CHARACTER

/** Four bytes per character keep the modulo bias below one in millions. */
export function shortCode(randomBytes: Uint8Array, alphabet: string = SHORT_CODE_ALPHABET): string {
  if (randomBytes.length < SHORT_CODE_RANDOM_BYTES) throw new RangeError('short code needs 32 random bytes')
  if (alphabet === '') throw new RangeError('short code needs an alphabet')
  const view = new DataView(randomBytes.buffer, randomBytes.byteOffset, SHORT_CODE_RANDOM_BYTES)
  let code = ''
  for (let at = 0; at < SHORT_CODE_RANDOM_BYTES; at += BYTES_PER_CHARACTER) {
    code += alphabet.charAt(Math.floor((view.getUint32(at) / 2 ** 32) * alphabet.length))
  }
  return code
}
