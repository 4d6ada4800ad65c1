import { createHash, randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJson } from './http/json.ts'
import { RedbookCrypto } from './redbook/crypto.ts'
import type { RawRequest, Received } from './source.ts'
import { adaptersFor, channelOf } from './testing/adapters.ts'
import { callSamples, webhookSamples } from './testing/samples.ts'

const douyinCredentials = callSamples('douyin')[0]!.sample.credentials
const redbookCredentials = callSamples('redbook')[0]!.sample.credentials
const base = 'http://127.0.0.1:1'
const douyin = channelOf(adaptersFor(douyinCredentials, base), 'douyin')
const redbook = channelOf(adaptersFor(redbookCredentials, base), 'redbook')
const crypto = new RedbookCrypto(redbookCredentials.cryptoKey, randomBytes)

const PATHS = [
  '/api/open/im/send',
  '/api/open/im/third/bind_account',
  '/api/open/im/third/unbind_account',
  '/api/open/im/auth/bind_user/event',
  '/api/open/im/intent/comment',
  '/api/open/im/third/data',
]

const request = (path: string, body: Uint8Array, headers: Record<string, string> = {}): RawRequest => ({
  method: 'POST',
  path,
  headers,
  body,
  receivedAt: new Date('2026-11-15T01:00:00.000Z'),
})

function signed(body: Uint8Array): RawRequest {
  const signature = createHash('sha1').update(douyinCredentials.clientSecret).update(body).digest('hex')
  return request('/hooks/douyin', body, { 'x-douyin-signature': signature, 'msg-id': '1' })
}

/** Names that the platforms use, so that chance hits what is read. */
const NAMES = `event content from_user_id to_user_id conversation_short_id server_message_id create_time message_type
  text user_infos ad_info card_data card_id card_status scopes index message_id message_source timestamp user_info
  user_id token hint_type data_type fields`.split(/\s+/)
const WORDS = `im_receive_msg im_send_msg im_enter_direct_msg im_recall_msg im_authorize authorize item_comment_reply
  verify_webhook TEXT IMAGE CARD HINT enter recall card_submit`.split(/\s+/)
const names = fc.constantFrom(...NAMES)
const values = fc.oneof(fc.constantFrom(...WORDS), fc.jsonValue(), fc.constantFrom(1, 2, 3, -1, 1e300, '1'))
const object = fc.dictionary(names, fc.oneof(values, fc.dictionary(names, values)))
const content = fc.oneof(
  object,
  object.map((value) => JSON.stringify(value)),
)
const envelope = fc.tuple(object, content).map(([fields, inner]) => ({ ...fields, content: inner }))

/** What is wrong with how a call was received; nothing, whatever was in it. */
function faults(received: Received): unknown[] {
  const events = received.kind === 'accepted' ? received.events : []
  const broken = events.filter(({ eventKey, occurredAt }) => eventKey === '' || Number.isNaN(occurredAt.getTime()))
  return parseJson(received.answer.body) === undefined ? [...broken, received.answer] : broken
}

const anyBytes = fc.uint8Array({ maxLength: 200 })

test('no bytes whatever break the receiving of douyin', () => {
  fc.assert(
    fc.property(anyBytes, (bytes) => {
      expect(faults(douyin.receive(signed(bytes)))).toEqual([])
      expect(faults(douyin.receive(request('/hooks/douyin', bytes)))).toEqual([])
    }),
  )
})

test('no bytes whatever break the receiving of redbook', () => {
  const anyPath = fc.oneof(fc.constantFrom(...PATHS), fc.string())

  fc.assert(
    fc.property(anyPath, anyBytes, (path, bytes) => {
      expect(faults(redbook.receive(request(path, bytes)))).toEqual([])
    }),
  )
})

test('no fields whatever break what is signed', () => {
  fc.assert(
    fc.property(envelope, (value) => {
      expect(faults(douyin.receive(signed(Buffer.from(JSON.stringify(value)))))).toEqual([])
    }),
    { numRuns: 500 },
  )
})

test('no fields whatever break what is encrypted', () => {
  fc.assert(
    fc.property(fc.constantFrom(...PATHS), object, fc.oneof(object, fc.jsonValue()), (path, fields, inner) => {
      const body = JSON.stringify({ ...fields, content: crypto.encrypt(inner) })
      expect(faults(redbook.receive(request(path, Buffer.from(body))))).toEqual([])
    }),
    { numRuns: 500 },
  )
})

test('one changed byte makes douyin refuse', () => {
  const sample = webhookSamples('douyin').find(({ name }) => name === 'receive-text-string')!.sample.request
  const bytes = Buffer.from(sample.body)

  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const changed = Buffer.from(bytes)
      changed[at]! ^= change
      expect(douyin.receive({ ...request('/hooks/douyin', changed), headers: sample.headers })).toMatchObject({
        kind: 'refused',
        reason: 'signature',
      })
    }),
  )
})

test('the same bytes are always received the same', () => {
  for (const source of ['douyin', 'redbook'] as const) {
    for (const { sample } of webhookSamples(source)) {
      const channel = source === 'douyin' ? douyin : redbook
      const raw = { ...request(sample.request.path, Buffer.from(sample.request.body)), headers: sample.request.headers }
      expect(channel.receive(raw)).toEqual(channel.receive(raw))
    }
  }
})
