const SHORT_CODE_LENGTH = 8
export const SHORT_CODE_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const BYTES_PER_CHARACTER = 4

/** How many random bytes one short code uses up. */
export const SHORT_CODE_RANDOM_BYTES = SHORT_CODE_LENGTH * BYTES_PER_CHARACTER

/** Four bytes per character make every character of any alphabet equally likely to one part in millions. */
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
