import { type Webhook as Subscription, webhookApi, type WebhookId } from '@ruwu/contract'
import { WEBHOOK_EVENT_LABELS, WEBHOOKS_MAX } from '@ruwu/domain'
import { startWebhookReceiver } from '@ruwu/testkit'
import { Webhook as Verifier } from 'standardwebhooks'
import { expect, onTestFinished, test, vi } from 'vitest'
import { webhook } from '../../db/schema/index.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { absentForRival } from '../../testing/tenant-isolation.ts'
import { world } from '../../testing/world.ts'

const HOOK = { url: 'https://crm.example.com/hook?token=t1', events: ['lead.captured' as const], enabled: true }

async function receiver() {
  const there = await startWebhookReceiver()
  onTestFinished(() => there.close())
  return there
}

// R129
test('a subscription is made with a secret that is shown once and stored sealed', async () => {
  const { zhao, db } = await world()

  const { secret, ...made } = await zhao.call(webhookApi.save, { body: HOOK })

  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(made).toMatchObject({ ...HOOK, stoppedAt: null, deliveries: [], version: 1, updatedBy: zhao.id })
  expect(await zhao.call(webhookApi.list, {})).toEqual([made])
  const [row] = await db.sql.select().from(webhook)
  expect(row?.secret.toString('latin1')).not.toContain(secret?.slice(6))
})

test('an edit keeps the secret, a renewal replaces it, and each leaves its entry without secret and token', async () => {
  const { zhao, db, clock } = await world()
  const made = await zhao.call(webhookApi.save, { body: HOOK })
  const edit = { ...HOOK, id: made.id, events: ['message.sent' as const, 'customer.created' as const] }

  clock.advance(1)
  const edited = await zhao.call(webhookApi.save, { body: { ...edit, version: 1 } })
  clock.advance(1)
  const { enabled: _, ...renewal } = { ...edit, version: 2, renewSecret: true }
  const renewed = await zhao.call(webhookApi.save, { body: renewal })
  await zhao.call(webhookApi.remove, { query: { id: made.id } })

  expect(edited).toMatchObject({ secret: null, version: 2, events: ['customer.created', 'message.sent'] })
  expect(renewed).toMatchObject({ secret: expect.stringMatching(/^whsec_/), enabled: true })
  expect(renewed.secret).not.toBe(made.secret)
  const entries = [...(await auditEntries(db, webhookApi.save)), ...(await auditEntries(db, webhookApi.remove))]
  expect(entries.map(({ action, objectName }) => [action, objectName])).toEqual([
    ['webhook.create', 'crm.example.com'],
    ['webhook.edit', 'crm.example.com'],
    ['webhook.renewSecret', 'crm.example.com'],
    ['webhook.remove', 'crm.example.com'],
  ])
  expect(entries[1]).toMatchObject({ before: { subscribed: WEBHOOK_EVENT_LABELS['lead.captured'] } })
  expect(JSON.stringify(entries)).not.toMatch(/whsec_|t1/)
})

test('of two edits of one version the second is stale', async () => {
  const { zhao } = await world()
  const { id, version } = await zhao.call(webhookApi.save, { body: HOOK })
  const edit = { body: { ...HOOK, id, version } }

  const answers = await Promise.all([zhao.request(webhookApi.save, edit), zhao.request(webhookApi.save, edit)])

  expect(answers.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([1, 40902])
  expect(answers.find(({ code }) => code !== 1)?.msg).toBe(`内容已被 ${zhao.name} 更新，请刷新后重试`)
})

test('the limit holds for calls at the same time', async () => {
  const { zhao, db } = await world()
  for (let no = 1; no < WEBHOOKS_MAX; no += 1) await zhao.call(webhookApi.save, { body: HOOK })

  const answers = await Promise.all([1, 2, 3].map(() => zhao.request(webhookApi.save, { body: HOOK })))

  expect(answers.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([1, 42200, 42200])
  expect(answers.find(({ code }) => code !== 1)?.msg).toBe('最多 10 个订阅')
  expect(await db.sql.select().from(webhook)).toHaveLength(WEBHOOKS_MAX)
})

test.each([
  'http://crm.example.com/hook',
  'https://10.0.0.8/hook',
  'https://127.0.0.1/hook',
  'https://[::1]/hook',
  'https://169.254.169.254/latest',
  'https://user:pass@crm.example.com/',
  'https://localhost/hook',
  'https://crm.internal/hook',
  'ftp://crm.example.com',
  'not an address',
])('%s is not an address to call', async (url) => {
  const { zhao, db } = await world({ env: { DEMO: 'false' } })

  expect(await zhao.refused(webhookApi.save, { body: { ...HOOK, url } })).toMatchObject({
    code: 40001,
    data: { fields: { url: '地址须是 https 的公网地址' } },
  })
  expect(await db.sql.select().from(webhook)).toEqual([])
})

test('no events, unknown events and another’s subscription change nothing', async () => {
  const { zhao, lin, rival } = await world()
  const { id } = await zhao.call(webhookApi.save, { body: HOOK })
  const before = await zhao.call(webhookApi.list, {})

  expect(await zhao.refused(webhookApi.save, { body: { ...HOOK, events: [] } })).toMatchObject({ msg: '请选择事件' })
  const unknown = { ...HOOK, events: ['enterprise.sold'] as never }
  expect(await zhao.refused(webhookApi.save, { body: unknown })).toMatchObject({ code: 40001 })
  expect(await lin.refused(webhookApi.list, {})).toMatchObject({ code: 40301 })
  const absent = { code: 40401, msg: '订阅不存在或已删除' }
  expect(await absentForRival(rival, webhookApi.save, { body: { ...HOOK, id, version: 1 } })).toMatchObject(absent)
  expect(await absentForRival(rival, webhookApi.test, { body: { id } })).toMatchObject(absent)
  expect(await absentForRival(rival, webhookApi.remove, { query: { id } })).toMatchObject(absent)
  expect(await rival.call(webhookApi.list, {})).toEqual([])
  expect(await zhao.call(webhookApi.list, {})).toEqual(before)
})

test('a test sends a ping that the public library verifies, and is in the log', async () => {
  const { zhao, clock } = await world()
  const there = await receiver()
  const { id, secret } = await zhao.call(webhookApi.save, { body: { ...HOOK, url: there.url } })

  const { ping, deliveries } = await zhao.call(webhookApi.test, { body: { id } })

  expect(ping).toMatchObject({ type: 'ping', state: 'done', attempts: 1, status: 200, error: '', nextAt: null })
  expect(deliveries).toEqual([ping])
  const [call] = there.calls
  vi.spyOn(Date, 'now').mockReturnValue(clock.now().getTime())
  const verified = new Verifier(secret ?? '').verify(call!.body, call!.headers)
  const forged = () => new Verifier(secret ?? '').verify(call!.body.replace('ping', 'pong'), call!.headers)
  expect(forged).toThrow('No matching signature found')
  vi.restoreAllMocks()
  const createdAt = clock.now().toISOString()
  expect(verified).toEqual({ id: ping.id, type: 'ping', createdAt, enterpriseId: zhao.entId, data: {} })
  expect(call?.headers).toMatchObject({ 'webhook-id': ping.id, 'content-type': 'application/json' })
})

test.each([
  [
    'an error with its text',
    { status: 500, body: '{"e":"x\n13877776666"}', headers: { 'content-type': 'application/json' } },
    500,
    '对方返回 500：{"e":"x 138****6666"}',
  ],
  ['a page', { status: 404, body: '<html>', headers: { 'content-type': 'text/html' } }, 404, '对方返回 404'],
  [
    'a redirect',
    { status: 302, headers: { location: 'https://elsewhere.example.com/' } },
    null,
    '对方要求跳转，没有跟随',
  ],
] as const)('a test tells of %s', async (_what, step, status, error) => {
  const { zhao } = await world()
  const there = await receiver()
  there.play(step)
  const { id } = await zhao.call(webhookApi.save, { body: { ...HOOK, url: there.url } })

  const { ping } = await zhao.call(webhookApi.test, { body: { id } })

  expect(ping).toMatchObject({ state: 'failed', status, error })
  expect(there.calls).toHaveLength(1)
})

test('a test tells of an address that is gone, unknown or not public', async () => {
  const { zhao, db } = await world()
  const there = await startWebhookReceiver()
  await there.close()
  const errorAt = async (url: string) => {
    const { id } = await zhao.call(webhookApi.save, { body: HOOK })
    await db.sql.update(webhook).set({ url })
    const { ping } = await zhao.call(webhookApi.test, { body: { id } })
    await zhao.call(webhookApi.remove, { query: { id } })
    return ping.error
  }

  expect(await errorAt(there.url)).toBe('地址无法连接')
  expect(await errorAt('https://no-such-host.invalid/')).toBe('找不到地址')
  expect(await errorAt('https://10.0.0.8/')).toBe('地址不是公网地址')
})

test('tests are limited, and one of a removed subscription is refused', async () => {
  const { zhao, clock } = await world()
  const there = await receiver()
  const { id } = await zhao.call(webhookApi.save, { body: { ...HOOK, url: there.url } })
  const body = { id }
  for (let no = 0; no < 10; no += 1) await zhao.call(webhookApi.test, { body })

  expect(await zhao.refused(webhookApi.test, { body })).toMatchObject({ code: 42901 })
  expect(there.calls).toHaveLength(10)
  clock.advance(60_000)
  await zhao.call(webhookApi.test, { body })
  const gone: Pick<Subscription, 'id'> = { id: 'f'.repeat(32) as WebhookId }
  expect(await zhao.refused(webhookApi.test, { body: gone })).toMatchObject({ code: 40401 })
})
