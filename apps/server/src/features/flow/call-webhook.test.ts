import { type CustomerId, type FlowGraph, flowApi, type FlowNode } from '@ruwu/contract'
import { WEBHOOK_ACTION_PAUSE_MS } from '@ruwu/domain'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { automationLog } from '../../db/schema/index.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { absentForRival } from '../../testing/tenant-isolation.ts'
import { receiver } from '../../testing/webhooks.ts'
import { signedHeaders } from '../webhook/index.ts'
import { end, flowWorld, graphOf, place, send, start } from './testing/flow-world.ts'

const webhook = (url: string): FlowNode => ({
  id: 'hook',
  ...place,
  type: 'webhook',
  data: {
    url,
    mapping: [
      { path: 'data.level', name: '等级', field: null },
      { path: 'data.shops[0].city', name: '', field: 'city' },
      { path: 'data.missing', name: '没有', field: null },
    ],
  },
})

const calling = (url: string): FlowGraph =>
  graphOf(
    [start(), webhook(url), send('yes', '您是{等级}，{没有}'), send('no', '请稍后再试'), end],
    ['start', 'next', 'hook'],
    ['hook', 'next', 'yes'],
    ['hook', 'failed', 'no'],
    ['yes', 'next', 'end'],
    ['no', 'next', 'end'],
  )

const ANSWER = JSON.stringify({ data: { level: '金卡会员', shops: [{ city: '杭州' }] } })

async function callingWorld() {
  const here = await flowWorld()
  const there = await receiver()
  const logOf = async (id: CustomerId) =>
    (await here.db.sql.select().from(automationLog).where(eq(automationLog.customerId, id)))
      .filter(({ output }) => output?.text.startsWith('Webhook'))
      .map(({ result }) => result)
  return { ...here, there, logOf }
}

// R155
test('a Webhook is called once, signed with the secret that publishing showed, and its answer is used', async () => {
  const here = await callingWorld()
  here.there.play({ status: 200, body: ANSWER })
  const flow = await here.flowOf(calling(here.there.url))
  expect(flow.secret).toMatch(/^whsec_/)
  expect((await here.zhao.call(flowApi.detail, { query: { id: flow.id } })).secret).toBeUndefined()

  const id = await here.talk('小满', '价格 13800138000')

  expect(await here.saidTo(id)).toEqual(['您是金卡会员，{没有}'])
  expect(await here.customerOf(id)).toMatchObject({ city: '杭州' })
  expect(await here.logOf(id)).toEqual(['done'])
  expect(here.there.calls).toHaveLength(1)
  const { headers, body } = here.there.calls[0]!
  const at = new Date(Number(headers['webhook-timestamp']) * 1000)
  expect(headers).toMatchObject(signedHeaders({ id: headers['webhook-id'] ?? '', body, secret: flow.secret! }, at))
  expect(JSON.parse(body)).toMatchObject({
    type: 'automation.flow',
    data: { flowId: flow.id, nodeId: 'hook', customerId: id },
  })
  expect(body).not.toContain('13800138000')

  const again = await here.publish(await here.save(flow, calling(here.there.url)))
  expect(again.secret).toBeUndefined()
})

test('the token of an address is in no log, and readers do not see it', async () => {
  const here = await callingWorld()
  const { id: flowId } = await here.flowOf(calling(`${here.there.url}?token=t-1`))
  const reader = await (await here.hire('吴运营', ['automation:viewPage'])).signIn()
  const { origin } = new URL(here.there.url)

  const id = await here.talk('小满', '你好')

  expect(here.there.calls[0]?.path).toBe('/hook?token=t-1')
  const rows = await here.db.sql.select().from(automationLog).where(eq(automationLog.customerId, id))
  expect(rows.map(({ output }) => output?.text)).toContain(`Webhook ${origin}`)
  const seen = [
    await reader.call(flowApi.detail, { query: { id: flowId } }),
    await reader.call(flowApi.detail, { query: { id: flowId, version: 1 } }),
    await reader.call(flowApi.runTest, { body: { id: flowId } }),
  ]
  for (const each of seen) expect(JSON.stringify(each)).toContain(origin)
  expect(JSON.stringify([rows, seen])).not.toContain('t-1')
  expect(JSON.stringify(await here.zhao.call(flowApi.detail, { query: { id: flowId } }))).toContain('token=t-1')
})

test('a Webhook that fails is called three times with one id, then the exit 失败 is taken', async () => {
  const here = await callingWorld()
  here.there.play({ status: 500 })
  await here.flowOf(calling(here.there.url))

  const id = await here.talk('小满', '你好')
  for (let n = 0; n < 3; n += 1) {
    here.clock.advance(WEBHOOK_ACTION_PAUSE_MS)
    await here.work()
  }

  expect(await here.saidTo(id)).toEqual(['请稍后再试'])
  expect(here.there.calls).toHaveLength(3)
  expect(new Set(here.there.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(await here.logOf(id)).toEqual(['failed'])
})

test('a customer who asks for a person leaves between two tries at once', async () => {
  const here = await callingWorld()
  here.there.play({ status: 500 })
  await here.flowOf(calling(here.there.url))
  const id = await here.talk('小满', '你好')

  await here.talk('小满', '转人工')

  expect(await here.customerOf(id)).toMatchObject({ receptionType: 'manual', aiOffReason: 'handoff' })
  expect(here.there.calls).toHaveLength(1)
})

test('two nodes at once make a call once', async () => {
  const here = await callingWorld()
  await here.flowOf(calling(here.there.url))
  const id = await here.write('小满', '你好')

  await Promise.all([here.work(), here.work(), here.work()])
  await here.work()

  expect(here.there.calls).toHaveLength(1)
  expect(await here.saidTo(id)).toEqual(['您是{等级}，{没有}'])
})

test('an address inside our network is not published', async () => {
  const here = await callingWorld()
  const draft = async (url: string) =>
    here.save(await here.zhao.call(flowApi.create, { body: { name: '外部' } }), calling(url))
  const inside = await draft('https://192.168.1.1/hook')

  expect(
    await here.zhao.refused(flowApi.publish, { body: { id: inside.id, note: '', version: inside.version } }),
  ).toMatchObject({ data: { problems: [{ nodeId: 'hook', msg: '地址须是 https 的公网地址' }] } })
})

test('a renewed secret signs from the next call on; a flow without a Webhook has none', async () => {
  const here = await callingWorld()
  here.there.play({ status: 200, body: ANSWER })
  const flow = await here.flowOf(calling(here.there.url))
  expect(flow.hasSecret).toBe(true)

  const { secret } = await here.zhao.call(flowApi.renewSecret, { body: { id: flow.id } })
  await here.talk('小满', '价格')

  expect(secret).not.toBe(flow.secret)
  const { headers, body } = here.there.calls[0]!
  const at = new Date(Number(headers['webhook-timestamp']) * 1000)
  expect(headers).toMatchObject(signedHeaders({ id: headers['webhook-id'] ?? '', body, secret }, at))
  expect(await auditEntries(here.db, flowApi.renewSecret)).toHaveLength(1)

  const { id } = await here.zhao.call(flowApi.create, { body: { name: '没有' } })
  expect(await here.zhao.refused(flowApi.renewSecret, { body: { id } })).toMatchObject({
    msg: '工作流没有已发布的 Webhook',
  })
  expect(await absentForRival(here.rival, flowApi.renewSecret, { body: { id: flow.id } })).toMatchObject({
    code: 40401,
  })
})
