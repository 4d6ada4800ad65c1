/** How many random bytes one UUIDv7 uses up. */
export const UUID_V7_RANDOM_BYTES = 10

const MAX_TIME = 2 ** 48

/** Our ids: a UUID written as 32 hexadecimal characters. */
export function withoutHyphens(uuid: string): string {
  return uuid.replaceAll('-', '').toLowerCase()
}

export function isCompactUuid(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text)
}

/** A UUIDv7 (RFC 9562) without hyphens: ids made later sort later as text, by the millisecond. */
export function uuidV7(now: Date, randomBytes: Uint8Array): string {
  const time = now.getTime()
  if (!(time >= 0 && time < MAX_TIME)) throw new RangeError('UUIDv7 needs a time after 1970')
  if (randomBytes.length < UUID_V7_RANDOM_BYTES) throw new RangeError('UUIDv7 needs 10 random bytes')
  const random = Uint8Array.from(randomBytes.subarray(0, UUID_V7_RANDOM_BYTES))
  random[0] = 0x70 | (random[0]! & 0x0f)
  random[2] = 0x80 | (random[2]! & 0x3f)
  return time.toString(16).padStart(12, '0') + Array.from(random, hex).join('')
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0')
}
