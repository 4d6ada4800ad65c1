import { isIP } from 'node:net'
import { Agent, fetch as fetchWith } from 'undici'
import { lookupPublic } from '../../channels/http/download.ts'
import { isPublicAddress } from '../../channels/http/public-address.ts'

const CONNECT_MS = 5_000
/** Far more than an answer takes; a model that sends without end is not read on. */
const ANSWER_BYTES_MAX = 4 * 1024 * 1024

const limits = { maxResponseSize: ANSWER_BYTES_MAX }
const publicOnly = new Agent({ connect: { timeout: CONNECT_MS, lookup: lookupPublic }, ...limits })
const unrestricted = new Agent({ connect: { timeout: CONNECT_MS }, ...limits })

/** Whether an address may be entered as that of an own model. Names are looked at again when they are called. */
export function isModelAddress(address: string): boolean {
  const url = URL.parse(address)
  if (!url || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return false
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) return isPublicAddress(host)
  return host.includes('.') && !/\.(?:local|internal|localhost|lan|home|corp)$/.test(host)
}

/** Calls the model, and for an enterprise's own never our own network. Nobody is followed elsewhere. */
export function modelFetch(isPublicOnly: boolean): typeof globalThis.fetch {
  return async (input, init) => {
    const address = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url
    if (isPublicOnly && !isModelAddress(address)) throw notPublic()
    const dispatcher = isPublicOnly ? publicOnly : unrestricted
    const call = fetchWith as unknown as (url: string, init: object) => Promise<Response>
    return call(address, { ...init, dispatcher, redirect: 'error' })
  }
}

const notPublic = () => Object.assign(new Error('not a public address'), { code: 'NOT_PUBLIC' })
