import { canKeepSecureCookies } from '@ruwu/domain'

/** Plain http from another machine has neither crypto.subtle nor secure cookies. */
export const isAddressSecure = () =>
  canKeepSecureCookies(location.protocol, location.hostname) && crypto.subtle !== undefined

/** The password never leaves the browser: its lower-case hexadecimal SHA-256 is sent instead. */
export async function passwordDigest(password: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(password))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
