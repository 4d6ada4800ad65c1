import { readdirSync, readFileSync } from 'node:fs'
import type { Source } from '@ruwu/contract'
import type { PlatformErrorKind } from '@ruwu/domain'
import type { Received } from '../source.ts'

const folder = new URL('../../../../../fixtures/platforms/', import.meta.url)

type Credentials = {
  clientKey: string
  clientSecret: string
  redirectUri: string
  appId: string
  appSecret: string
  cryptoKey: string
  /** Most samples are from before a signature was asked for. */
  checkSignature?: boolean
}

type Headers = Record<string, string>

export type WebhookSample = {
  about: string
  credentials: Credentials
  receivedAt: string
  request: { method: string; path: string; headers: Headers; body: string }
  answer: Received['answer']
  handshake?: true
  refused?: 'signature' | 'decrypt' | 'malformed'
  dedupeKey?: string
  events?: unknown[]
}

export type SampleRequest = {
  method: string
  path: string
  query: Record<string, string>
  headers: Headers
  json?: unknown
  form?: Record<string, string>
  multipart?: { name: string; filename: string; contentType: string; base64: string }[]
}

export type SampleResponse = { status: number; headers: Headers; body?: string; base64?: string }

export type CallSample = {
  about: string
  credentials: Credentials
  given: { now: string; random?: string; account: unknown; appToken: string }
  call: { what: string; args: unknown[] }
  request: SampleRequest
  response?: SampleResponse
  then?: { request: SampleRequest; response: SampleResponse }[]
  result?: unknown
  error?: { kind: PlatformErrorKind; code: string; platformText?: string; logId?: string }
}

export const webhookSamples = (source: Source) => read<WebhookSample>(source, 'webhook')
export const callSamples = (source: Source) => read<CallSample>(source, 'call')

function read<T>(source: Source, kind: string): { name: string; sample: T }[] {
  const place = new URL(`${source}/${kind}/`, folder)
  const files = readdirSync(place).filter((file) => file.endsWith('.json'))
  return files.map((file) => ({
    name: file.replace('.json', ''),
    sample: JSON.parse(readFileSync(new URL(file, place), 'utf8')) as T,
  }))
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Arguments of a sample as the adapter takes them: moments become dates, base64 becomes bytes. */
export function revive(value: unknown): unknown {
  if (typeof value === 'string') return MOMENT.test(value) ? new Date(value) : value
  if (typeof value !== 'object' || value === null) return value
  if ('base64' in value && typeof value.base64 === 'string') return Buffer.from(value.base64, 'base64')
  if (Array.isArray(value)) return value.map(revive)
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, revive(field)]))
}

/** What the adapter returned as a sample writes it. */
export function asSample(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (Buffer.isBuffer(value)) return { base64: value.toString('base64') }
  if (typeof value !== 'object' || value === null) return value ?? null
  if (Array.isArray(value)) return value.map(asSample)
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, asSample(field)]))
}
