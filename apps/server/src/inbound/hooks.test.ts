import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { channelApi } from '@ruwu/contract'
import { asc } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { RedbookCrypto } from '../channels/redbook/crypto.ts'
import { simulatorCredentials } from '../channels/simulator-credentials.ts'
import { customer, platformDelivery } from '../db/schema/index.ts'
import { onlyCustomer, openAccount, Platform, wordsOf } from '../testing/platform.ts'
import { world, type World } from '../testing/world.ts'

// The simulator's application, which the server knows where demonstrations are on.
const KEY = simulatorCredentials('').redbook.cryptoKey
const crypto = new RedbookCrypto(KEY, randomBytes)
const sign = (body: string) => createHmac('sha256', Buffer.from(KEY, 'hex')).update(body).digest('hex')

const SEND = '/api/open/im/send'
const UNBIND = '/api/open/im/third/unbind_account'

const messageOf = (content: string, from = 'stranger', to = 'shop') =>
  JSON.stringify({
    message_id: randomUUID(),
    message_type: 'TEXT',
    message_source: 1,
    from_user_id: from,
    to_user_id: to,
    timestamp: 1,
    content,
  })

const post = ({ app }: World, url: string, payload: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json', ...headers } })

const rowsOf = ({ db }: World) => db.sql.select().from(platformDelivery).orderBy(asc(platformDelivery.id))

describe('a call that nothing proves', () => {
  const encrypted = crypto.encrypt({ text: '在吗' })
  const forged: [string, string, string, Record<string, string>?][] = [
    ['no signature', SEND, messageOf(encrypted)],
    ['the signature of another body', SEND, messageOf(encrypted), { 'x-xhs-signature': sign('{}') }],
    ['a broken cipher', SEND, messageOf('AAAA~split~AAAA')],
    ['no JSON', SEND, 'message_id=1'],
    ['a body beyond the limit', SEND, messageOf('x'.repeat(64 * 1024)), { 'x-xhs-signature': '0'.repeat(64) }],
    ['nothing encrypted', UNBIND, JSON.stringify({ user_id: 'shop' })],
    ['an account nobody has', UNBIND, JSON.stringify({ user_id: 'nobody' })],
    ['staff made up', '/api/open/im/auth/bind_user/event', '{"user_id":"shop","kos_user_id":"k","auth_status":2}'],
    ['a kind that is kept unread', '/api/open/im/intent/comment', '{"content":"x"}'],
  ]

  test('has one answer whatever is wrong with it, and leaves nothing', async () => {
    const here = await world()
    await openAccount(here, { entId: here.zhao.entId, source: 'redbook', platformId: 'shop' })

    const answers: string[] = []
    for (const [, url, body, headers] of forged) {
      const { statusCode, body: answer, headers: given } = await post(here, url, body, headers)
      answers.push(JSON.stringify([statusCode, answer, given['content-type']]))
    }

    expect(new Set(answers)).toEqual(
      new Set([
        JSON.stringify([401, '{"code":401,"success":false,"msg":"验证失败"}', 'application/json; charset=utf-8']),
      ]),
    )
    expect(await rowsOf(here)).toEqual([])
  })

  test('of douyin has one answer too', async () => {
    const here = await world()

    for (const body of ['{}', 'x', '{"event":"unauthorize","to_user_id":"shop"}', 'x'.repeat(70_000)]) {
      const answer = await post(here, '/hooks/douyin', body, { 'x-douyin-signature': '0'.repeat(40) })
      expect([answer.statusCode, answer.body]).toEqual([401, '{}'])
    }
    expect(await rowsOf(here)).toEqual([])
  })

  test('never keeps a real one out, however many there are from the same address', async () => {
    const here = await world()
    const shop = await openAccount(here, { entId: here.zhao.entId, source: 'redbook' })
    const flood = () => Promise.all(forged.slice(0, 6).map(([, url, body, headers]) => post(here, url, body, headers)))
    for (let round = 0; round < 20; round += 1) await flood()

    const body = messageOf(encrypted, '小满', shop.platformId)
    expect((await post(here, SEND, body, { 'x-xhs-signature': sign(body) })).statusCode).toBe(200)
    await new Platform(here).settle()

    expect(await wordsOf(here.zhao, (await onlyCustomer(here)).id)).toEqual(['customer: 在吗'])
    expect(await rowsOf(here)).toHaveLength(1)
  })

  test('is taken by a server that checks no signatures, but few of them', async () => {
    const here = await world({ env: { REDBOOK_CHECK_SIGNATURE: 'false' } })

    const statuses: number[] = []
    for (let n = 0; n < 70; n += 1)
      statuses.push((await post(here, UNBIND, JSON.stringify({ user_id: `shop-${n}` }))).statusCode)

    expect(statuses.filter((status) => status === 200)).toHaveLength(60)
    expect(statuses.slice(60)).toEqual(Array.from({ length: 10 }, () => 429))
    expect(await rowsOf(here)).toHaveLength(60)
    here.clock.advance(3_600_000)
    expect((await post(here, UNBIND, '{"user_id":"later"}')).statusCode).toBe(200)
  })
})

test.each([
  ['true', 'signature'],
  ['false', 'decrypt'],
])(
  'another enterprise cannot make a message of the bind token it is given (signatures checked: %s)',
  async (isChecked, reason) => {
    const here = await world({ env: { REDBOOK_CHECK_SIGNATURE: isChecked } })
    const shop = await openAccount(here, { entId: here.zhao.entId, source: 'redbook' })
    const { url } = await here.rival.call(channelApi.openUrlRedbook, { query: {} })
    const token = new URL(url).searchParams.get('token') ?? ''
    const [vector = Buffer.alloc(0), cipher = Buffer.alloc(0)] = token
      .split('~split~')
      .map((part) => Buffer.from(part, 'base64'))
    const rewritten = vector.map(
      (byte, at) => byte ^ '{"account_code":'.charCodeAt(at) ^ '{"text":"x","y":'.charCodeAt(at),
    )
    const wire = `${Buffer.from(rewritten).toString('base64')}~split~${cipher.toString('base64')}`
    expect(JSON.parse(crypto.decrypt(wire) ?? '')).toMatchObject({ text: 'x' })

    for (const content of [wire, token])
      expect((await post(here, SEND, messageOf(content, '小满', shop.platformId))).statusCode).toBe(401)
    await new Platform(here).settle()

    expect(await here.db.sql.select().from(customer)).toEqual([])
    expect(await rowsOf(here)).toEqual([])
    const metrics = (await here.app.inject('/metrics')).body
    expect(metrics).toContain(`ruwu_platform_calls_total{source="redbook",outcome="${reason}"} 2`)
  },
)
