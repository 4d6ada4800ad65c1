import { type Content, LooseStringMap } from '@ruwu/contract'
import { RECALL, RECALLED } from '@ruwu/domain'
import { cleanText, isCleanText } from '../../platform/clean-text.ts'

export const UPDATE_EXTRA = 'update.extra'

/** Size limit of a content as JSON, in bytes. */
export const MAX_CONTENT_BYTES = 128 * 1024
const MAX_DEPTH = 16

/** Types that only the server may write; a client's send with one is refused. */
export const isServerOnly = (type: string) =>
  type === RECALLED || type.startsWith('topic.') || type.startsWith('conversation.')

const isControl = (type: string) => type === RECALL || type === UPDATE_EXTRA

const isText = (value: unknown) => typeof value === 'string'
const isNumber = (value: unknown) => typeof value === 'number'
const isFlag = (value: unknown) => typeof value === 'boolean'
const isSize = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0
const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText)

/** Types of the protocol's keys: a strict client would fail to parse the whole page over one wrong type. */
const KNOWN = new Map<string, (value: unknown) => boolean>([
  ['text', isText],
  ['placeholder', isText],
  ['thumbnail', isText],
  ['duration', isText],
  ['reply', isText],
  ['size', isSize],
  ['width', isNumber],
  ['height', isNumber],
  ['mentions', isTexts],
  ['mentionAll', isFlag],
  ['unreadable', isFlag],
])

/** `json` is the content serialised. */
type ContentResult = { ok: true; content: Content; json: string } | { ok: false; code: 400 | 413; message: string }

/**
 * Accepts a client's content without its nulls; values a strict client could not parse are refused or converted to
 * text.
 */
export function acceptContent(input: unknown): ContentResult {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return refuse('content required')
  const cleaned = isAsStored(input, 0) ? input : withoutNulls(input, 0)
  if (cleaned === TOO_DEEP) return refuse('content too deep')
  const content = { ...(cleaned as Record<string, unknown>) }
  const type = content.type ?? ''
  if (typeof type !== 'string') return refuse('bad content type')
  if (typeof content.duration === 'number') content.duration = String(content.duration)
  const wrong = Object.keys(content).find((key) => KNOWN.get(key)?.(content[key]) === false)
  if (wrong) return refuse(`bad content ${wrong}`)
  if (isServerOnly(type)) return refuse('content type not allowed')
  if (isControl(type) && !content.text) return refuse('target required')
  if (content.extra !== undefined) {
    const extra = LooseStringMap.safeParse(content.extra)
    if (!extra.success) return refuse('bad content extra')
    content.extra = extra.data
  }
  content.type = type
  if (isControl(type)) content.unreadable = true
  const json = JSON.stringify(content)
  if (Buffer.byteLength(json) > MAX_CONTENT_BYTES) return { ok: false, code: 413, message: 'content too large' }
  return { ok: true, content: content as Content, json }
}

const refuse = (message: string): ContentResult => ({ ok: false, code: 400, message })

const TOO_DEEP = Symbol('too deep')

/** Whether `withoutNulls` would change nothing. Nearly always true, which saves a copy. */
function isAsStored(value: unknown, depth: number): boolean {
  if (depth > MAX_DEPTH || !isPresent(value)) return false
  if (typeof value === 'string') return isCleanText(value)
  if (typeof value !== 'object') return true
  if (Array.isArray(value)) return value.every((item) => isAsStored(item, depth + 1))
  for (const key in value)
    if (!isCleanText(key) || !isAsStored((value as Record<string, unknown>)[key], depth + 1)) return false
  return true
}

/** Also replaces NUL and lone surrogates, which PostgreSQL cannot store. */
function withoutNulls(value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) return TOO_DEEP
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return each(value.filter(isPresent), (item) => withoutNulls(item, depth + 1))
  if (typeof value !== 'object' || value === null) return value
  const entries: [string, unknown][] = []
  for (const [key, item] of Object.entries(value)) {
    if (!isPresent(item)) continue
    const cleaned = withoutNulls(item, depth + 1)
    if (cleaned === TOO_DEEP) return TOO_DEEP
    entries.push([cleanText(key), cleaned])
  }
  return Object.fromEntries(entries)
}

function each(items: unknown[], change: (item: unknown) => unknown): unknown {
  const changed = items.map(change)
  return changed.includes(TOO_DEEP) ? TOO_DEEP : changed
}

/** 1e999 parses as Infinity, which JSON.stringify writes as null. */
const isPresent = (value: unknown) =>
  value !== null && value !== undefined && (typeof value !== 'number' || Number.isFinite(value))
