/** How many random bytes one UUIDv7 uses up. */
export const UUID_V7_RANDOM_BYTES = 10

const MAX_TIME = 2 ** 48

/** Our ids: a UUID written as 32 hexadecimal characters. */
export function withoutHyphens(uuid: string): string {
  return uuid.replaceAll('-', '').toLowerCase()
}

/** A UUIDv7 (RFC 9562) without hyphens: ids made later sort later as text, by the millisecond. */
export function uuidV7(now: Date, randomBytes: Uint8Array): string {
  const time = now.getTime()
  if (!(time >= 0 && time < MAX_TIME)) throw new RangeError('UUIDv7 needs a time after 1970')
  if (randomBytes.length < UUID_V7_RANDOM_BYTES) throw new RangeError('UUIDv7 needs 10 random bytes')
  let text = time.toString(16).padStart(12, '0')
  for (let index = 0; index < UUID_V7_RANDOM_BYTES; index += 1) text += HEX[marked(index, randomBytes[index]!)]
  return text
}

/** Version and variant stand in the first and the third of the random bytes. */
function marked(index: number, byte: number): number {
  if (index === 0) return 0x70 | (byte & 0x0f)
  return index === 2 ? 0x80 | (byte & 0x3f) : byte
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
