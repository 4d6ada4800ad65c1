import { randomBytes } from 'node:crypto'
import type { Secrets } from '../../platform/secrets.ts'

const PURPOSE = 'known device'
export const DEVICE_COOKIE = 'device'
export const DEVICE_LIFE_SECONDS = 180 * 24 * 3600

/** Marks a browser that has signed in to this account. It proves nothing but that, and opens nothing. */
export const newDevice = (secrets: Secrets, telephone: string): string =>
  secrets.seal(PURPOSE, `${telephone} ${randomBytes(9).toString('base64url')}`).toString('base64url')

/** The device's own name; undefined for a browser this account does not know. */
export function knownDevice(secrets: Secrets, telephone: string, device: string | undefined): string | undefined {
  try {
    const [owner, name] = device ? secrets.open(PURPOSE, Buffer.from(device, 'base64url')).split(' ') : []
    return owner === telephone ? name : undefined
  } catch {
    return undefined
  }
}
