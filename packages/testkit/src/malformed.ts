import {
  chatAuthRoutes,
  chatConversationRoutes,
  chatRelationRoutes,
  type ChatRoute,
  chatTopicRoutes,
  chatUserRoutes,
} from '@ruwu/contract'

export type MalformedRequest = { method: string; path: string; contentType: string; body: Buffer | undefined }
export type MalformedFrame = { data: Buffer; isBinary: boolean }

const ROUTES: readonly ChatRoute[] = [
  chatAuthRoutes,
  chatConversationRoutes,
  chatRelationRoutes,
  chatTopicRoutes,
  chatUserRoutes,
].flatMap((group) => Object.values(group))

const FRAME_TYPES = [
  'chat',
  'chat',
  'chat',
  'typing',
  'read',
  'ping',
  'nop',
  'pong',
  'resp',
  'kickout',
  '',
  'x',
  '__proto__',
]
const FRAME_KEYS = ['chatId', 'topicId', 'attendee', 'content', 'seq', 'code', 'message', 'createdAt', 'e2eContent']
const CONTENT_TYPES = [
  'text',
  'image',
  'recall',
  'update.extra',
  'recalled',
  'topic.dismiss',
  'conversation.update',
  '',
  'custom',
]
const CONTENT_KEYS = [
  'text',
  'extra',
  'mentions',
  'size',
  'reply',
  'unreadable',
  'attachment',
  '__proto__',
  'toString',
  'a',
]
const BODY_KEYS = (
  'email password token remember guestId extra name icon members kind updatedAt limit offset lastUpdatedAt lastRemovedAt category ' +
  'text duration message source memo topicId lastSeq ids chatId attendee content sticky mute remark tags chatAllowed favorite ' +
  'isStar isBlocked allowGuest displayName avatar constructor'
).split(' ')

const TEXTS = [
  '',
  'x',
  '0',
  '-1',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff',
  '\uffff',
  '🙂'.repeat(70),
  '名'.repeat(200),
  'true',
  'null',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  `'; drop table message; --`,
  '%00',
  '%',
  ':',
  ':::',
  '10m',
  'forever',
  '2026-01-02T03:04:05.678Z',
  '0000-00-00T00:00:00Z',
  '9999-12-31T23:59:59.999999999+14:00',
  '-000001-01-01T00:00:00Z',
]

/** Raw JSON text: some values cannot be produced by JSON.stringify. */
const RAW = [
  'null',
  'true',
  'false',
  '0',
  '-1',
  '1.5',
  '1e308',
  '1e999',
  '-1e999',
  '9007199254740993',
  '123456789012345678901234567890',
  '[]',
  '{}',
  '[null]',
  '[[],{}]',
  '{"a":null}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"":""}',
  '{"type":{"type":{}}}',
  '"\\ud800"',
  '"\\u0000"',
]

const BROKEN = [
  '',
  '{',
  '[',
  '"',
  '{"a":',
  '{"a":1}}',
  'nul',
  '\u0000',
  '{"a":1,}',
  "{'a':1}",
  'undefined',
  '[1 2]',
  '{"type":"chat"',
  'NaN',
]
const BAD_UTF8 = [
  Buffer.from([0xff, 0xfe]),
  Buffer.from([0xc3, 0x28]),
  Buffer.from([0xed, 0xa0, 0x80]),
  Buffer.from([0xf8, 0x88]),
]
const CONTENT_TYPES_OF_BODY = [
  'application/json',
  'application/json',
  'application/json',
  'text/plain',
  'multipart/form-data; boundary=b',
  'x',
]

/** Malformed requests for every chat route and frame; deterministic for a seed. */
export class Malformed {
  private readonly random: () => number
  /** Existing ids, so that malformed input passes the first check too. */
  private readonly ids: readonly string[]

  constructor(random: () => number, ids: readonly string[]) {
    this.random = random
    this.ids = ids
  }

  request(): MalformedRequest {
    if (this.chance(0.04)) return this.file()
    const route = this.pick(ROUTES)
    const path = route.path.replaceAll(/:\w+/g, () => this.pathId())
    const contentType = this.chance(0.9) ? 'application/json' : this.pick(CONTENT_TYPES_OF_BODY)
    return {
      method: route.method,
      path,
      contentType,
      body: route.method === 'GET' ? undefined : this.body(keysOf(route)),
    }
  }

  frame(): MalformedFrame {
    // Text of broken UTF-8 ends the socket by the WebSocket's own rules, so it comes as bytes.
    if (this.chance(0.05)) return { data: this.brokenBytes(), isBinary: true }
    if (this.chance(0.1)) return { data: Buffer.from(this.pick([...BROKEN, ...RAW])), isBinary: false }
    const type = this.chance(0.9) ? JSON.stringify(this.pick(FRAME_TYPES)) : this.value(0)
    const entries = FRAME_KEYS.filter(() => this.chance(0.5)).map((key) => [key, this.frameValue(key)] as const)
    return { data: Buffer.from(writeObject([['type', type], ...entries])), isBinary: this.chance(0.1) }
  }

  private frameValue(key: string): string {
    if (key === 'content' && this.chance(0.7)) return this.content()
    if ((key === 'topicId' || key === 'attendee') && this.chance(0.6)) return JSON.stringify(this.pick(this.ids))
    return key === 'chatId' && this.chance(0.5) ? JSON.stringify(`f${Math.floor(this.random() * 1e9)}`) : this.value(0)
  }

  private content(): string {
    const type = this.chance(0.85) ? JSON.stringify(this.pick(CONTENT_TYPES)) : this.value(0)
    const entries = CONTENT_KEYS.filter(() => this.chance(0.3)).map((key) => [key, this.value(0)] as const)
    return writeObject([['type', type], ...entries])
  }

  private body(known: readonly string[]): Buffer | undefined {
    if (this.chance(0.05)) return undefined
    if (this.chance(0.05)) return this.brokenBytes()
    if (this.chance(0.08)) return Buffer.from(this.pick(BROKEN))
    if (this.chance(0.08)) return Buffer.from(this.value(0))
    const keys = Array.from({ length: 1 + Math.floor(this.random() * 6) }, () =>
      this.pick(known.length > 0 && this.chance(0.8) ? known : BODY_KEYS),
    )
    const object = writeObject(keys.map((key) => [key, this.frameValue(key)] as const))
    return Buffer.from(this.chance(0.1) ? `[${object},${this.value(0)}]` : object)
  }

  /** Any JSON, some of it very long or very deep. */
  private value(depth: number): string {
    const kind = this.random()
    if (kind < 0.4) return this.pick(RAW)
    if (kind < 0.7) return JSON.stringify(this.pick([...TEXTS, ...this.ids]))
    if (kind < 0.71)
      return JSON.stringify(this.pick(['x', '\u0000', '名', '\ud800']).repeat(200 + Math.floor(this.random() * 20_000)))
    if (kind < 0.72) return deep(this.pick([10, 40, 200, 5000, 20_000]), this.chance(0.5))
    if (depth > 3) return 'null'
    const items = Array.from({ length: Math.floor(this.random() * 5) }, () => this.value(depth + 1))
    return this.chance(0.5)
      ? `[${items.join(',')}]`
      : writeObject(items.map((item) => [this.pick([...CONTENT_KEYS, ...TEXTS]), item] as const))
  }

  private pathId(): string {
    if (this.chance(0.5)) return encodeURIComponent(this.pick(this.ids))
    if (this.chance(0.1)) return 'x'.repeat(1 + Math.floor(this.random() * 4000))
    return this.pick(['%00', '%ff', '%', '%zz', '%ed%a0%80', '..%2f..', '%F0%9F%99%82', ...TEXTS.map(pathText)])
  }

  private file(): MalformedRequest {
    if (this.chance(0.5))
      return { method: 'GET', path: `/api/attachment/${this.pathId()}`, contentType: '', body: undefined }
    const part = `--b\r\nContent-Disposition: form-data; name="${this.pick(['file', 'x', '__proto__', 'topicId'])}"`
    const name = this.chance(0.5)
      ? `; filename="${this.pick(['a', '', '..', 'a\u0000b', '<blob>', 'x'.repeat(500)])}"`
      : ''
    const text = `${part}${name}\r\n\r\n${this.pick(['x', '', ...this.ids])}${this.pick(['\r\n--b--\r\n', '\r\n--b', '', '--'])}`
    const contentType = this.pick([
      'multipart/form-data; boundary=b',
      'multipart/form-data',
      'multipart/form-data; boundary=',
    ])
    return { method: 'POST', path: '/api/attachment/upload', contentType, body: Buffer.from(text) }
  }

  private brokenBytes(): Buffer {
    const [before, after] = ['{"type":"chat","chatId":"b","topicId":"', '","content":{"type":"text"}}']
    return Buffer.concat([Buffer.from(before), this.pick(BAD_UTF8), Buffer.from(this.chance(0.7) ? after : '')])
  }

  private chance(share: number): boolean {
    return this.random() < share
  }

  private pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.random() * from.length)] as T
  }
}

/** The keys a route reads. */
const keysOf = ({ body }: ChatRoute) => Object.keys((body as { shape?: object }).shape ?? {})

const deep = (levels: number, isList: boolean) =>
  isList ? '['.repeat(levels) + ']'.repeat(levels) : '{"a":'.repeat(levels) + '1' + '}'.repeat(levels)

const writeObject = (entries: readonly (readonly [string, string])[]) =>
  `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`

/** Lone surrogates can't be percent-encoded. */
const pathText = (text: string) => (text === '' ? 'x' : encodeURIComponent(text.toWellFormed()))
