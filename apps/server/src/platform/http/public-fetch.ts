import { isIP } from 'node:net'
import { Agent, fetch as fetchWith } from 'undici'
import { isLoopback, isPublicAddress, lookupPublic } from './public-address.ts'

const CONNECT_MS = 5_000
/** Far more than an answer takes; the connection is closed beyond it. */
const ANSWER_BYTES_MAX = 4 * 1024 * 1024

const limits = { maxResponseSize: ANSWER_BYTES_MAX }
const publicOnly = new Agent({ connect: { timeout: CONNECT_MS, lookup: lookupPublic }, ...limits })
const unrestricted = new Agent({ connect: { timeout: CONNECT_MS }, ...limits })

/** Whether a URL that a user typed may be saved and called (SSRF). Host names are resolved and checked at each call. */
export function isPublicUrl(address: string): boolean {
  const url = URL.parse(address)
  if (!url || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return false
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) return isPublicAddress(host)
  return host.includes('.') && !/\.(?:local|internal|localhost|lan|home|corp)$/.test(host)
}

/** A service on this machine, which only the demo may call. Other private addresses stay refused (SSRF). */
export function isLoopbackUrl(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && /^https?:$/.test(url.protocol) && isLoopback(url)
}

/** Whether a typed address may be called: a public one, in the demo also one of this machine. */
export const isCallable = (address: string, isDemo: boolean): boolean =>
  isPublicUrl(address) || (isDemo && isLoopbackUrl(address))

/** Redirects are refused; with `isPublicOnly` the address must resolve to a public one (SSRF). */
export function publicFetch(isPublicOnly: boolean): typeof globalThis.fetch {
  return async (input, init) => {
    const address = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url
    if (isPublicOnly && !isPublicUrl(address)) throw notPublic()
    const dispatcher = isPublicOnly ? publicOnly : unrestricted
    const call = fetchWith as unknown as (url: string, init: object) => Promise<Response>
    return call(address, { ...init, dispatcher, redirect: 'error' })
  }
}

const notPublic = () => Object.assign(new Error('not a public address'), { code: 'NOT_PUBLIC' })
