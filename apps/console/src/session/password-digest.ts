import { canKeepSecureCookies } from '@ruwu/domain'

/** Plain http of another machine has neither SHA-256 nor secure cookies. */
export const isAddressSecure = () =>
  canKeepSecureCookies(location.protocol, location.hostname) && crypto.subtle !== undefined

/** Passwords never leave the browser: the lower-case hexadecimal SHA-256 travels instead. */
export async function passwordDigest(password: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(password))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
