import { createHmac, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { ChannelAccount, OutboundContent, RawRequest, Received } from '../source.ts'
import { adaptersFor, channelOf } from '../testing/adapters.ts'
import { callSamples, type WebhookSample, webhookSamples } from '../testing/samples.ts'
import { RedbookCrypto } from './crypto.ts'
import type { RedbookSettings } from './settings.ts'

const { credentials } = callSamples('redbook')[0]!.sample
const account: ChannelAccount = { platformId: 'shop', mainPlatformId: 'shop', accountCode: 'ent-1', accessToken: null }
const to = { platformId: 'xiaoman', conversationKey: 'shop:xiaoman' }

/** The real platform, as far as an address goes; nothing here calls it. */
const REAL = 'https://adapi.xiaohongshu.example'

const redbookAt = (baseUrl: string, settings: Partial<RedbookSettings> = {}) =>
  channelOf(adaptersFor(credentials, baseUrl, {}, settings), 'redbook')

const rawOf = ({ request, receivedAt }: WebhookSample): RawRequest => ({
  ...request,
  body: Buffer.from(request.body),
  receivedAt: new Date(receivedAt),
})

const sampleOf = (name: string) => webhookSamples('redbook').find((each) => each.name === name)!.sample

test('what is encrypted comes back, with a fresh vector each time', () => {
  const crypto = new RedbookCrypto(credentials.cryptoKey, randomBytes)
  const [one, other] = [crypto.encrypt({ text: '想看看' }), crypto.encrypt({ text: '想看看' })]

  expect(one).toMatch(/^[\w+/]{22}==~split~[\w+/]+=*$/)
  expect(one).not.toBe(other)
  expect(crypto.decrypt(one)).toBe('{"text":"想看看"}')
  expect(crypto.decrypt(other)).toBe('{"text":"想看看"}')
})

test('a vector of zeros, as the known implementer sends it, is read too', () => {
  const crypto = new RedbookCrypto(credentials.cryptoKey, (size) => Buffer.alloc(size))

  expect(crypto.decrypt(crypto.encrypt({ text: '好' }))).toBe('{"text":"好"}')
})

test.each([
  ['nothing', undefined],
  ['a number', 5],
  ['no divider', 'AAAA'],
  ['two dividers', 'AAAA~split~AAAA~split~AAAA'],
  ['a short vector', 'AAAA~split~AAAAAAAAAAAAAAAAAAAAAA=='],
  ['half a block', `${Buffer.alloc(16).toString('base64')}~split~AAAA`],
  ['no cipher', `${Buffer.alloc(16).toString('base64')}~split~`],
])('%s does not decrypt', (_what, wire) => {
  expect(new RedbookCrypto(credentials.cryptoKey, randomBytes).decrypt(wire)).toBeUndefined()
})

test('a key of the wrong length stops the start', () => {
  expect(() => new RedbookCrypto('abcd', randomBytes)).toThrow('32 hexadecimal characters')
})

test('against the real platform only what is at least reported remains', async () => {
  const redbook = redbookAt(REAL)

  expect(redbook.capabilities).toMatchObject({ image: null, cards: [], recall: false, idempotentSend: false })
  const refused = { kind: 'app_not_allowed' }
  const image = { type: 'image', media: { mediaId: 'f', url: 'https://a/b' } } as const
  await expect(redbook.send(account, to, image, { requestId: '1' })).rejects.toMatchObject(refused)
  await expect(redbook.recall(account, { platformMessageId: '1', conversationKey: '' })).rejects.toMatchObject(refused)
  await expect(redbook.staffAccounts(account)).rejects.toMatchObject(refused)
  await expect(redbook.cards.list(account, 'contact', { pageNo: 1, pageSize: 20 })).rejects.toMatchObject(refused)
  await expect(redbook.replyToComment(account, { commentId: '1', postId: '1' }, '好')).rejects.toMatchObject(refused)
  const file = { bytes: Buffer.of(1), contentType: 'image/png', name: 'a.png' }
  await expect(redbook.upload(account, file)).rejects.toMatchObject(refused)
})

test.each([
  ['message-text', { kind: 'message', content: { type: 'text' } }],
  ['bind-account', { kind: 'account_bound', state: 'att_9f2c41.c2VhbGVk' }],
  ['unbind-encrypted', { kind: 'account_unbound' }],
  ['kos-authorised', { kind: 'kos_changed', state: 'authorised' }],
  ['kos-revoked', { kind: 'ignored', platformEvent: 'kos:3' }],
  ['message-image', { kind: 'message', content: { type: 'unsupported', platformType: 'IMAGE' } }],
  ['message-card', { kind: 'message', content: { type: 'unsupported', platformType: 'CARD' } }],
  ['echo-app', { kind: 'ignored', platformEvent: 'source:2' }],
  ['hint-enter-ad', { kind: 'ignored', platformEvent: 'HINT:enter' }],
  ['hint-recall', { kind: 'ignored', platformEvent: 'HINT:recall' }],
  ['comment', { kind: 'ignored', platformEvent: 'comment' }],
  ['data-card-submit', { kind: 'ignored', platformEvent: 'data' }],
])('from the real platform %s is %j', (name, event) => {
  expect(redbookAt(REAL).receive(rawOf(sampleOf(name)))).toMatchObject({ kind: 'accepted', events: [event] })
})

test('what was seen working is switched on by name', () => {
  const redbook = redbookAt(REAL, { confirmed: ['image', 'comment'] })

  expect(redbook.capabilities).toMatchObject({ image: { maxBytes: 10_485_760 }, cards: [], recall: false })
  expect(redbook.receive(rawOf(sampleOf('message-image')))).toMatchObject({ events: [{ content: { type: 'image' } }] })
  expect(redbook.receive(rawOf(sampleOf('comment')))).toMatchObject({ events: [{ kind: 'comment' }] })
  expect(redbook.receive(rawOf(sampleOf('message-voice')))).toMatchObject({
    events: [{ content: { type: 'unsupported' } }],
  })
})

test.each<[string, RedbookSettings['assumed'], boolean]>([
  ['http://127.0.0.1:8090/redbook', undefined, true],
  ['http://localhost:8090', undefined, true],
  ['http://[::1]:8090', undefined, true],
  [REAL, undefined, false],
  ['https://127.0.0.1.evil.example', undefined, false],
  ['http://127.0.0.1:8090', 'off', false],
  [REAL, 'on', true],
])('at %s with the switch %s assumptions hold: %s', (baseUrl, assumed, expected) => {
  expect(redbookAt(baseUrl, { assumed }).capabilities.recall).toBe(expected)
})

test('what the platform cannot take is not sent', async () => {
  const redbook = redbookAt('http://127.0.0.1:1')
  const guide: OutboundContent = { type: 'question_guide', title: '关心', questions: ['价格'] }

  await expect(redbook.send(account, to, guide, { requestId: '1' })).rejects.toMatchObject({ kind: 'app_not_allowed' })
  await expect(redbook.cards.remove(account, '1')).rejects.toMatchObject({ kind: 'app_not_allowed' })
  const draft = { title: '卡', mediaId: '1', fields: [] }
  await expect(redbook.cards.save(account, draft)).rejects.toMatchObject({ kind: 'app_not_allowed' })
  const ref = { via: 'message', conversationKey: '1', messageId: '2' } as const
  await expect(redbook.fetchMedia(account, ref)).rejects.toMatchObject({ kind: 'bad_request' })
  expect(await redbook.cards.list(account, 'mini_program', { pageNo: 1, pageSize: 20 })).toEqual({
    items: [],
    total: 0,
  })
})

test('a binding names its account and our state; a token that is not ours has none', () => {
  const redbook = redbookAt(REAL)
  const eventsOf = (name: string) => redbook.receive(rawOf(sampleOf(name)))

  const profile = { platformId: '60aa41c7d2e9f0835b16c4b7', name: '云杉家居旗舰店' }
  expect(eventsOf('bind-account')).toMatchObject({ events: [{ profile, state: 'att_9f2c41.c2VhbGVk' }] })
  expect(eventsOf('bind-account-foreign-token')).toMatchObject({ events: [{ profile }] })
  expect(eventsOf('bind-account-foreign-token')).not.toMatchObject({ events: [{ state: expect.anything() }] })
})

const messageCall = (content: string, headers = {}): RawRequest => {
  const message = { message_id: '1', message_type: 'TEXT', from_user_id: 'a', to_user_id: 'b', message_source: 1 }
  const body = Buffer.from(JSON.stringify({ ...message, content }))
  return { method: 'POST', path: '/api/open/im/send', headers, body, receivedAt: new Date(0) }
}

const wire = (vector: Uint8Array, cipher: Uint8Array) =>
  `${Buffer.from(vector).toString('base64')}~split~${Buffer.from(cipher).toString('base64')}`

describe('what a merchant can make of the bind token', () => {
  const attempt = { state: 'c2VhbGVkIHN0YXRl', accountCode: '0190f3c2a1b2c3d4' }
  const token = redbookAt(REAL).authoriseUrl(attempt).searchParams.get('token') ?? ''
  const [iv = Buffer.alloc(0), bytes = Buffer.alloc(0)] = token
    .split('~split~')
    .map((part) => Buffer.from(part, 'base64'))

  /** The first block's plain text is known, so the vector can be chosen to make it any other text. */
  const vectorFor = (wanted: string) =>
    Buffer.from(wanted).map((byte, index) => byte ^ (iv[index] ?? 0) ^ '{"account_code":'.charCodeAt(index))

  const forged = {
    'the token itself': token,
    'its first block rewritten': wire(vectorFor('{"text":"x","y":'), bytes),
    'its first block alone': wire(vectorFor('{"text":"hi"}\u0003\u0003\u0003'), bytes.subarray(0, 16)),
    'a broken padding': wire(vectorFor('{"text":"hi"}\u0003\u0003\u0004'), bytes.subarray(0, 16)),
    'no JSON': wire(vectorFor('{"text":"hi"_\u0003\u0003\u0003'), bytes.subarray(0, 16)),
  }

  test('the forgery is one: the block alone decrypts to the chosen text', () => {
    const crypto = new RedbookCrypto(credentials.cryptoKey, randomBytes)
    expect(crypto.decrypt(forged['its first block alone'])).toBe('{"text":"hi"}')
  })

  test('is no call, and every failure has the same answer', () => {
    const redbook = redbookAt(REAL, { checkSignature: true })
    const answers = Object.values(forged).flatMap((content) =>
      [{}, { 'x-xhs-signature': 'f'.repeat(64) }].map((headers) => redbook.receive(messageCall(content, headers))),
    )

    expect(new Set(answers.map((received) => JSON.stringify(received)))).toEqual(
      new Set([
        JSON.stringify({
          kind: 'refused',
          answer: {
            status: 401,
            headers: { 'content-type': 'application/json; charset=utf-8' },
            body: '{"code":401,"success":false,"msg":"验证失败"}',
          },
          reason: 'signature',
        }),
      ]),
    )
  })

  test('without a signature its purpose still tells it from a call', () => {
    const redbook = redbookAt(REAL, { checkSignature: false })

    for (const what of ['the token itself', 'its first block rewritten'] as const)
      expect(redbook.receive(messageCall(forged[what]))).toMatchObject({ kind: 'refused', reason: 'decrypt' })
  })
})

const eventOf = (received: Received) => (received.kind === 'accepted' ? received.events[0] : undefined)

test('signed calls are believed as a whole, unsigned plain ones only after asking back', () => {
  const plain = rawOf(sampleOf('unbind-plain'))
  const signature = createHmac('sha256', Buffer.from(credentials.cryptoKey, 'hex')).update(plain.body).digest('hex')
  const signed = { ...plain, headers: { 'x-xhs-signature': signature } }

  expect(eventOf(redbookAt(REAL, { checkSignature: true }).receive(signed))).not.toHaveProperty('unverified')
  expect(eventOf(redbookAt(REAL, { checkSignature: false }).receive(plain))).toHaveProperty('unverified', true)
})

test('our operator must grant the application before it has a token', async () => {
  const app = adaptersFor(credentials, REAL).app('redbook')

  await expect(app?.grant()).rejects.toMatchObject({ kind: 'needs_reauth' })
})

test('an unbinding an hour later is another one, a repeated one is not', () => {
  const redbook = redbookAt(REAL)
  const keyAt = (time: string) => redbook.receive({ ...rawOf(sampleOf('unbind-plain')), receivedAt: new Date(time) })

  expect(keyAt('2026-11-15T01:59:00.000Z')).toMatchObject({ dedupeKey: dedupeKey(keyAt('2026-11-15T01:00:10.000Z')) })
  expect(dedupeKey(keyAt('2026-11-15T02:00:00.000Z'))).not.toBe(dedupeKey(keyAt('2026-11-15T01:00:00.000Z')))
})

const dedupeKey = (received: object) => ('dedupeKey' in received ? received.dedupeKey : undefined)

test('fields we made up are named in one file only', () => {
  const folder = new URL('.', import.meta.url)
  const others = readdirSync(folder).filter((file) => file !== 'assumed.ts' && !file.endsWith('.test.ts'))
  const assumed =
    /hint_type|target_message_id|card_type|material_id|cover_url|duration_ms|file_id|data_type|note_id|comment_id|campaign_|customer_id/

  const naming = others.filter((file) => assumed.test(readFileSync(new URL(file, folder), 'utf8')))

  expect(others.length).toBeGreaterThan(8)
  expect(naming).toEqual([])
})
