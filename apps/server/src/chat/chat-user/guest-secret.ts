import type { Secrets } from '../../platform/secrets.ts'

const PURPOSE = 'chat guest'

/** Proves that a guest is the one who came first by this id. Given once more at every sign-in, kept nowhere. */
export const guestSecret = (secrets: Secrets, guestId: string): string =>
  secrets.seal(PURPOSE, guestId).toString('base64url')

export function isGuestSecret(secrets: Secrets, guestId: string, secret: string | undefined): boolean {
  try {
    return secret !== undefined && secrets.open(PURPOSE, Buffer.from(secret, 'base64url')) === guestId
  } catch {
    return false
  }
}
