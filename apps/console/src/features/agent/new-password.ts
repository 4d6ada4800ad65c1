/** Without 0 O o 1 l I, which are easily confused. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789'

export const NEW_PASSWORD_LENGTH = 12

/** From the browser's cryptographic random numbers. */
export const freshPassword = () => newPassword(crypto.getRandomValues(new Uint32Array(NEW_PASSWORD_LENGTH)))

/** A generated password. Needs one random 32-bit number per character. */
export function newPassword(random: Uint32Array): string {
  if (random.length < NEW_PASSWORD_LENGTH) throw new RangeError('a new password needs 12 random numbers')
  const characters = Array.from(random.subarray(0, NEW_PASSWORD_LENGTH), (it) => ALPHABET.charAt(it % ALPHABET.length))
  return characters.join('')
}
