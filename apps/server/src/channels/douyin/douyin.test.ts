import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ChannelAccount, ChannelSource, OutboundContent, SendKey } from '../source.ts'
import type { SourceRegistry } from '../source-registry.ts'
import { adaptersFor, channelOf } from '../testing/adapters.ts'
import { PlatformStub } from '../testing/platform-stub.ts'
import { callSamples } from '../testing/samples.ts'
import { codeOf, logIdOf, refusalTextOf } from './answer.ts'

const { credentials } = callSamples('douyin')[0]!.sample
const account: ChannelAccount = { platformId: 'shop', mainPlatformId: 'shop', accountCode: '', accessToken: 'act.1' }
const to = { platformId: 'xiaoman', conversationKey: '@conv' }
const reply: SendKey = { requestId: 'r1', replyTo: { platformMessageId: '@in', at: new Date(0), via: 'message' } }

let stub: PlatformStub
let registry: SourceRegistry
let douyin: ChannelSource

beforeEach(async () => {
  stub = await PlatformStub.start()
  registry = adaptersFor(credentials, stub.url, { appToken: 'clt.1' })
  douyin = channelOf(registry, 'douyin')
})
afterEach(async () => {
  await registry.close()
  await stub.stop()
})

test.each([
  [{}, '0'],
  [{ data: { error_code: 0 }, extra: { error_code: '0' } }, '0'],
  [{ data: { error_code: 10_007 }, message: 'error' }, '10007'],
  [{ data: { error_code: 1 }, extra: { error_code: 2 }, error_code: 3, err_no: 4 }, '2'],
  [{ data: { error_code: 1 }, extra: { error_code: 0 }, error_code: 3, err_no: 4 }, '1'],
  [{ error_code: '3', err_no: 4 }, '3'],
  [{ err_no: 28_001_003, err_msg: '无效' }, '28001003'],
  [{ data: null, extra: [] }, '0'],
])('the code of %j is %s', (body, code) => {
  expect(codeOf(body)).toBe(code)
})

test('words and log id are found in every shape', () => {
  expect(refusalTextOf({ data: { description: '' }, extra: { description: '频繁' } })).toBe('频繁')
  expect(refusalTextOf({ err_no: 1, err_msg: '无效' })).toBe('无效')
  expect(refusalTextOf({ message: 'error' })).toBe('error')
  expect(logIdOf({ extra: { logid: 'a' } })).toBe('a')
  expect(logIdOf({ log_id: 'b' })).toBe('b')
  expect(logIdOf({})).toBe('')
})

test.each<[string, OutboundContent, SendKey, string]>([
  ['without a message to answer', { type: 'text', text: '您好' }, { requestId: 'r1' }, 'wrong_target'],
  [
    'a card that douyin does not have',
    { type: 'card', cardType: 'contact', platformCardId: '1', title: '名片' },
    reply,
    'app_not_allowed',
  ],
])('%s nothing is sent', async (_what, content, key, kind) => {
  await expect(douyin.send(account, to, content, key)).rejects.toMatchObject({ kind })
  expect(stub.requests).toEqual([])
})

test('an account without its token asks to be authorised again', async () => {
  const bare = { ...account, accessToken: null }

  await expect(douyin.send(bare, to, { type: 'text', text: '您好' }, reply)).rejects.toMatchObject({
    kind: 'needs_reauth',
  })
})

test.each([
  ['the account', 'account', () => douyin.send(account, to, { type: 'text', text: '您好' }, reply)],
  [
    'the application',
    'app',
    () => douyin.upload(account, { bytes: Buffer.of(1), contentType: 'image/png', name: 'a' }),
  ],
])('a refused token of %s is named, so that the right one is refreshed', async (_whose, tokenOwner, call) => {
  stub.willAnswer({ status: 200, headers: {}, body: '{"extra":{"error_code":28001008,"logid":"L1"}}' })

  await expect(call()).rejects.toMatchObject({ kind: 'token_expired', tokenOwner, logId: 'L1', retry: 'after_refresh' })
})

test('an overloaded gateway says when to come back', async () => {
  stub.willAnswer({ status: 429, headers: { 'retry-after': '7' }, body: 'slow down' })

  await expect(douyin.send(account, to, { type: 'text', text: '您好' }, reply)).rejects.toMatchObject({
    kind: 'rate_limited',
    retryAfterMs: 7000,
  })
})

test('a gateway that answers something else is quoted', async () => {
  stub.willAnswer({ status: 403, headers: {}, body: '<html>' })

  await expect(douyin.profile(account)).rejects.toMatchObject({ kind: 'unknown', message: '平台返回：HTTP 403（403）' })
})

test('douyin has no staff, no call to end the link, no contact cards, and comments are not answered from here', async () => {
  expect(await douyin.staffAccounts(account)).toEqual([])
  expect(await douyin.cards.list(account, 'contact', { pageNo: 1, pageSize: 20 })).toEqual({ items: [], total: 0 })
  await expect(douyin.close(account)).resolves.toBeUndefined()
  await expect(douyin.replyToComment(account, { commentId: '1', postId: '2' }, '您好')).rejects.toMatchObject({
    kind: 'app_not_allowed',
  })
  expect(stub.requests).toEqual([])
})

test('an incomplete answer opens no account', async () => {
  const attempt = { state: 's', accountCode: 'c' }
  stub.willAnswer({ status: 200, headers: {}, body: '{"data":{"error_code":0,"open_id":"x"},"message":"success"}' })

  await expect(douyin.exchange(attempt, { via: 'redirect', code: 'c' })).rejects.toMatchObject({ kind: 'not_granted' })
  await expect(douyin.exchange(attempt, { via: 'bind_event', profile: { platformId: '1' } })).rejects.toMatchObject({
    kind: 'bad_request',
  })
})

test.each([
  ['{"event":"verify_webhook","content":{"challenge":12345678901234567890}}', '{"challenge":12345678901234567890}'],
  ['{"event":"verify_webhook","content":{"challenge":"abc"}}', '{"challenge":"abc"}'],
  ['{"event":"verify_webhook","content":"{\\"challenge\\":77}"}', '{"challenge":77}'],
])('the challenge of %s goes back as it came', (body, answer) => {
  expect(receive(body)).toMatchObject({ kind: 'handshake', answer: { status: 200, body: answer } })
})

test('the address check is signed too', () => {
  const body = '{"event":"verify_webhook","content":{"challenge":1}}'

  expect(receive(body, 'f'.repeat(40))).toMatchObject({ kind: 'refused', reason: 'signature' })
})

function receive(text: string, signature = sign(text)) {
  return douyin.receive({
    method: 'POST',
    path: '/hooks/douyin',
    headers: { 'x-douyin-signature': signature },
    body: Buffer.from(text),
    receivedAt: new Date(0),
  })
}

function sign(text: string): string {
  return createHash('sha1')
    .update(credentials.clientSecret + text)
    .digest('hex')
}
