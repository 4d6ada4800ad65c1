import { createHmac } from 'node:crypto'
import { automationApi, leadPushApi, type LeadPushInput, webhookApi } from '@ruwu/contract'
import { DEFAULT_LEAD_PUSH, LEAD_PUSH_TEXTS } from '@ruwu/domain'
import { eq } from 'drizzle-orm'
import { Webhook as Verifier } from 'standardwebhooks'
import { expect, test, vi } from 'vitest'
import { lead, webhook } from '../../../db/schema/index.ts'
import { auditEntries } from '../../../testing/audit-entries.ts'
import { leadWorld } from '../../../testing/lead-world.ts'
import { receptionWorld } from '../../../testing/reception-world.ts'
import { absentForRival } from '../../../testing/tenant-isolation.ts'
import { deliver, deliveriesOf, idsOf, receiver } from '../../../testing/webhooks.ts'
import { world } from '../../../testing/world.ts'

const MINUTE_MS = 60_000
const ROBOT = 'https://oapi.dingtalk.com/robot/send?access_token=t1'
const ON: LeadPushInput = {
  ...DEFAULT_LEAD_PUSH,
  enabled: true,
  targets: [{ type: 2, url: ROBOT, secret: 'SEC1' }],
  version: 0,
}
const OK = { status: 200, body: '{"errcode":0,"errmsg":"ok"}', headers: { 'content-type': 'application/json' } }
const REFUSED = { ...OK, body: '{"errcode":310000,"errmsg":"keywords not in content 13877776666"}' }

/** A robot of a group chat, which answers with its own code. */
async function robot() {
  const there = await receiver()
  there.play(OK)
  return there
}

const textsOf = (calls: { body: string }[]) =>
  calls.map(({ body }) => (JSON.parse(body) as { text: { content: string } }).text.content)

// R150
test('a lead is pushed once to the robots of both platforms and to an own system, masked', async () => {
  const here = await leadWorld()
  const { zhao, clock } = here
  const [dingtalk, wecom, own] = [await robot(), await robot(), await receiver()]
  const targets = [
    { type: 2, url: `${dingtalk.url}?access_token=t1`, secret: 'SEC1' },
    { type: 4, url: `${wecom.url}?key=k1` },
    { type: 'webhook', url: own.url },
  ] as const
  const { secrets } = await zhao.call(leadPushApi.save, { body: { ...ON, targets: [...targets] } })

  const customerId = await here.write('小满', '我的电话 13877776666')
  await deliver(here)
  const timestamp = String(clock.now().getTime())
  await here.write('小满', '电话是 13877776666')
  await deliver(here)

  expect(textsOf(dingtalk.calls)).toEqual(textsOf(wecom.calls))
  expect(textsOf(dingtalk.calls)).toEqual([
    expect.stringMatching(/^【如晤】新线索\n客户：小满\n联系方式：手机号 138\*\*\*\*6666\n来源：抖音\n/),
  ])
  const sign = createHmac('sha256', 'SEC1').update(`${timestamp}\nSEC1`).digest('base64')
  expect(dingtalk.calls[0]?.path).toBe(`/hook?${String(new URLSearchParams({ access_token: 't1', timestamp, sign }))}`)
  expect(wecom.calls[0]?.path).toBe('/hook?key=k1')
  vi.spyOn(Date, 'now').mockReturnValue(clock.now().getTime())
  const told = own.calls.map(({ body, headers }) => new Verifier(secrets[0]?.secret ?? '').verify(body, headers))
  vi.restoreAllMocks()
  expect(told).toMatchObject([
    { type: 'lead.captured', data: { customerId, name: '小满', kind: 'phone', contact: '138****6666', agent: null } },
  ])
  expect(JSON.stringify([dingtalk.calls, wecom.calls, own.calls])).not.toContain('13877776666')
  expect(await zhao.call(automationApi.more, {})).toMatchObject({ leadPush: { pushedInWeek: 3, failedInWeek: 0 } })
})

test('unmasked needs the permission to see contacts, and then sends them', async () => {
  const here = await leadWorld()
  const { zhao, hire } = here
  const there = await robot()
  const body = { ...ON, masked: false, targets: [{ type: 4 as const, url: there.url }] }
  const wu = await (await hire('吴运营', ['automation:viewPage', 'automation:edit'])).signIn()

  expect(await wu.refused(leadPushApi.save, { body })).toMatchObject({
    code: 40301,
    msg: LEAD_PUSH_TEXTS.needsSensitive,
  })
  await zhao.call(leadPushApi.save, { body })
  await here.write('小满', '我的电话 13877776666')
  await deliver(here)

  expect(textsOf(there.calls)).toEqual([expect.stringContaining('手机号 13877776666')])
})

test('a robot that refuses with status 200 is tried three times, then the push is given up and told of', async () => {
  const here = await receptionWorld()
  const { zhao, clock, hints } = here
  const there = await robot()
  there.play(REFUSED)
  await zhao.call(leadPushApi.save, { body: { ...ON, targets: [{ type: 4, url: there.url }] } })
  await here.write('小满', '我的电话 13877776666')

  await deliver(here)
  for (const minutes of [1, 5, 30, 120]) {
    clock.advance(minutes * MINUTE_MS)
    await deliver(here)
  }

  const error = '机器人拒绝：310000 keywords not in content 138****6666'
  expect(there.calls).toHaveLength(3)
  expect(await deliveriesOf(here)).toMatchObject([{ state: 'failed', attempts: 3, status: 200, error }])
  expect((await hints('automation')).map(({ hint }) => hint.text)).toEqual([
    `线索推送失败（${new URL(there.url).host}）：${error}`,
  ])
  expect(await zhao.call(leadPushApi.log, {})).toMatchObject([
    { type: 'lead.captured', state: 'failed', attempts: 3, targetType: 4, host: new URL(there.url).host },
  ])
  expect(await zhao.call(automationApi.more, {})).toMatchObject({ leadPush: { pushedInWeek: 0, failedInWeek: 1 } })
})

test('a push that was given up is tried once more by hand; one that was accepted, or of others, is not', async () => {
  const here = await receptionWorld()
  const { zhao, rival, clock } = here
  const there = await robot()
  there.play(REFUSED)
  await zhao.call(leadPushApi.save, { body: { ...ON, targets: [{ type: 4, url: there.url }] } })
  await here.write('小满', '我的电话 13877776666')
  for (const minutes of [0, 1, 5, 30]) {
    clock.advance(minutes * MINUTE_MS)
    await deliver(here)
  }
  const [given] = await zhao.call(leadPushApi.log, {})
  const body = { id: given!.id }
  expect(await absentForRival(rival, leadPushApi.repeat, { body })).toMatchObject({ code: 40401 })

  there.play(OK)
  expect(await zhao.call(leadPushApi.repeat, { body })).toMatchObject([{ state: 'waiting' }])
  await deliver(here)

  expect(await zhao.call(leadPushApi.log, {})).toMatchObject([{ state: 'done' }])
  expect(await zhao.refused(leadPushApi.repeat, { body })).toMatchObject({ msg: '这次投递没有失败，无需重新投递' })
})

test('leads that wait are told as the card says now, under the same id', async () => {
  const here = await leadWorld()
  const { zhao, clock, db } = here
  const [removed, larger, own] = [await robot(), await robot(), await receiver()]
  removed.play(REFUSED)
  own.play({ status: 500 })
  const input = {
    ...ON,
    masked: false,
    targets: [
      { type: 4 as const, url: removed.url },
      { type: 'webhook' as const, url: own.url },
    ],
  }
  const { targets } = await zhao.call(leadPushApi.save, { body: input })
  await here.write('小满', '我的电话 13877776666')
  await deliver(here)
  const erased = await here.write('小雨', '我的电话 13877775555')
  await deliver(here)
  await db.sql.delete(lead).where(eq(lead.customerId, erased))
  const [first, second] = targets.map(({ id }) => id)

  own.play({ status: 200 })
  await zhao.call(leadPushApi.save, {
    body: {
      ...ON,
      targets: [
        { id: first, type: 4, url: larger.url },
        { id: second, type: 'webhook', url: own.url },
      ],
      version: 1,
    },
  })
  clock.advance(MINUTE_MS)
  await deliver(here)

  expect(textsOf(larger.calls)).toEqual([expect.stringContaining('手机号 138****6666')])
  const again = own.calls.at(-1)
  expect(again?.body).toContain('138****6666')
  expect(idsOf(own.calls).slice(0, -1)).toContain(idsOf([again!])[0])
  expect((await deliveriesOf(here)).map(({ state, attempts }) => [state, attempts])).toEqual([
    ['done', 2],
    ['done', 2],
  ])
})

/** Pushed without masking and given up, or cancelled by the card's switch. */
async function keptUnmasked(isSwitchedOff: boolean) {
  const here = await leadWorld()
  const { zhao, clock } = here
  const there = await receiver()
  there.play({ status: 500 })
  const first = { type: 'webhook' as const, url: there.url }
  const input = { ...ON, masked: false, targets: [first] }
  const { targets } = await zhao.call(leadPushApi.save, { body: input })
  const customerId = await here.write('小满', '我的电话 13877776666')
  for (const minutes of isSwitchedOff ? [0] : [0, 1, 5, 30]) {
    clock.advance(minutes * MINUTE_MS)
    await deliver(here)
  }
  const target = { ...first, id: targets[0]!.id }
  if (isSwitchedOff)
    await zhao.call(leadPushApi.save, { body: { ...input, enabled: false, targets: [target], version: 1 } })
  const [push] = await zhao.call(leadPushApi.log, {})
  const wu = await (await here.hire('吴运营', ['automation:viewPage', 'automation:edit'])).signIn()
  const version = isSwitchedOff ? 2 : 1
  return { ...here, wu, target, version, customerId, body: { id: push!.id } }
}

test.each([
  ['was given up', false],
  ['was cancelled by the switch', true],
])('a push that %s is repeated as the card says now, to whatever address', async (_what, isSwitchedOff) => {
  const here = await keptUnmasked(isSwitchedOff)
  const { wu, target, version, body } = here
  const own = await receiver()
  const moved = { ...ON, targets: [{ ...target, url: own.url }], version }
  expect(await wu.refused(leadPushApi.save, { body: { ...moved, masked: false } })).toMatchObject({ code: 40301 })
  await wu.call(leadPushApi.save, { body: moved })

  await wu.call(leadPushApi.repeat, { body })
  await deliver(here)

  expect(own.calls).toHaveLength(1)
  expect(own.calls[0]?.body).toContain('138****6666')
  expect(own.calls[0]?.body).not.toContain('13877776666')
  expect(idsOf(own.calls)).toEqual([body.id])
  expect(JSON.stringify(await deliveriesOf(here))).not.toContain('13877776666')
})

test('a push whose lead is gone is not repeated', async () => {
  const here = await keptUnmasked(false)
  await here.db.sql.delete(lead).where(eq(lead.customerId, here.customerId))

  expect(await here.wu.refused(leadPushApi.repeat, { body: here.body })).toMatchObject({
    msg: LEAD_PUSH_TEXTS.leadGone,
  })
  expect(await deliveriesOf(here)).toMatchObject([{ state: 'failed' }])
})

test('a lead that waits when the card is switched off is not counted as failed', async () => {
  const here = await leadWorld()
  const there = await robot()
  there.play(REFUSED)
  const target = { type: 4 as const, url: there.url }
  const { targets } = await here.zhao.call(leadPushApi.save, { body: { ...ON, targets: [target] } })
  await here.write('小满', '我的电话 13877776666')
  await deliver(here)

  const kept = [{ ...target, id: targets[0]!.id }]
  await here.zhao.call(leadPushApi.save, { body: { ...ON, enabled: false, targets: kept, version: 1 } })

  expect(await deliveriesOf(here)).toMatchObject([{ state: 'failed', attempts: 1 }])
  expect(await here.zhao.call(automationApi.more, {})).toMatchObject({ leadPush: { failedInWeek: 0 } })
})

test('switched off nothing is pushed, and what happened meanwhile is not made up for', async () => {
  const here = await leadWorld()
  const { zhao } = here
  const there = await robot()
  const targets = [{ type: 4 as const, url: there.url }]
  const {
    targets: [target],
  } = await zhao.call(leadPushApi.save, { body: { ...ON, targets } })
  const kept = targets.map((each) => ({ ...each, id: target!.id }))
  await zhao.call(leadPushApi.save, { body: { ...ON, enabled: false, targets: kept, version: 1 } })
  await here.write('小满', '我的电话 13877776666')
  await zhao.call(leadPushApi.save, { body: { ...ON, targets: kept, version: 2 } })
  await here.write('小雨', '我的电话 13877775555')

  await deliver(here)

  expect(textsOf(there.calls)).toEqual([expect.stringContaining('客户：小雨')])
})

test('a test message is sent at once and is in the log, but not in the counts', async () => {
  const { zhao } = await world()
  const there = await robot()
  const { targets } = await zhao.call(leadPushApi.save, { body: { ...ON, targets: [{ type: 2, url: there.url }] } })
  const body = { id: targets[0]!.id }

  expect(await zhao.call(leadPushApi.test, { body })).toMatchObject({ type: 'ping', state: 'done', status: 200 })
  there.play({ status: 200, body: '<html>' })
  expect(await zhao.call(leadPushApi.test, { body })).toMatchObject({
    state: 'failed',
    error: '对方的回应不是机器人的格式，请检查地址',
  })

  expect(textsOf(there.calls)).toEqual([LEAD_PUSH_TEXTS.test, LEAD_PUSH_TEXTS.test])
  expect(idsOf(there.calls)).toEqual([undefined, undefined])
  expect(await zhao.call(leadPushApi.log, {})).toHaveLength(2)
  expect(await zhao.call(automationApi.more, {})).toMatchObject({ leadPush: { pushedInWeek: 0, failedInWeek: 0 } })
})

test('secrets are shown once and sealed; readers see the host alone, and the entry has no token', async () => {
  const { zhao, hire, db } = await world()
  const own = { type: 'webhook' as const, url: 'https://crm.example.com/hook?token=t2' }
  const wu = await (await hire('吴运营', ['automation:viewPage'])).signIn()

  const { secrets, ...card } = await zhao.call(leadPushApi.save, { body: { ...ON, targets: [...ON.targets, own] } })

  expect(secrets).toEqual([{ id: card.targets[1]?.id, secret: expect.stringMatching(/^whsec_/) }])
  expect(card.targets).toMatchObject([
    { type: 2, url: ROBOT, isSigned: true },
    { ...own, isSigned: true },
  ])
  expect(await zhao.call(automationApi.more, {})).toMatchObject({ leadPush: card })
  expect((await wu.call(automationApi.more, {})).leadPush.targets.map(({ url }) => url)).toEqual([
    'https://oapi.dingtalk.com',
    'https://crm.example.com',
  ])
  expect((await db.sql.select().from(webhook)).map(({ secret }) => secret.toString('latin1')).join()).not.toContain(
    'SEC1',
  )
  const entries = await auditEntries(db, leadPushApi.save)
  expect(entries).toMatchObject([{ after: { targets: expect.stringContaining('钉钉机器人 oapi.dingtalk.com') } }])
  expect(JSON.stringify(entries)).not.toMatch(/t1|t2|SEC1|whsec_/)
})

test('a removed target is gone; targets are no Webhook subscriptions', async () => {
  const { zhao } = await world()
  const { targets } = await zhao.call(leadPushApi.save, { body: ON })
  const id = targets[0]!.id

  expect(await zhao.call(webhookApi.list, {})).toEqual([])
  expect(await zhao.refused(webhookApi.remove, { query: { id } })).toMatchObject({ code: 40401 })
  expect(await zhao.refused(webhookApi.test, { body: { id } })).toMatchObject({ code: 40401 })
  await zhao.call(leadPushApi.save, { body: { ...ON, enabled: false, targets: [], version: 1 } })
  expect(await zhao.refused(leadPushApi.test, { body: { id } })).toMatchObject({ code: 40401 })
})

test.each<[string, Partial<LeadPushInput>, Record<string, string>]>([
  ['no target', { targets: [] }, { targets: '请添加推送目标' }],
  ['no field', { fields: [] }, { fields: '请选择推送内容' }],
  [
    'a private address',
    { targets: [{ type: 2, url: 'https://10.0.0.8/' }] },
    { 'targets.0.url': '地址须是 https 的公网地址' },
  ],
])('%s is refused and changes nothing', async (_what, change, fields) => {
  const { zhao, db } = await world({ env: { DEMO: 'false' } })

  expect(await zhao.refused(leadPushApi.save, { body: { ...ON, ...change } })).toMatchObject({
    code: 40001,
    data: { fields },
  })
  expect(await zhao.call(automationApi.more, {})).toMatchObject({ leadPush: { version: 0, targets: [] } })
  expect(await db.sql.select().from(webhook)).toEqual([])
})

test('another enterprise’s target looks absent, and of two edits of one version the second is stale', async () => {
  const { zhao, rival } = await world()
  const { targets } = await zhao.call(leadPushApi.save, { body: ON })
  const id = targets[0]!.id
  const stolen = { ...ON, targets: [{ ...ON.targets[0]!, id }] }

  expect(await absentForRival(rival, leadPushApi.save, { body: stolen })).toMatchObject({ code: 40401 })
  expect(await absentForRival(rival, leadPushApi.test, { body: { id } })).toMatchObject({ code: 40401 })
  expect(await rival.call(leadPushApi.log, {})).toEqual([])
  const answers = await Promise.all(
    [1, 2].map(() => zhao.request(leadPushApi.save, { body: { ...stolen, version: 1 } })),
  )
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([1, 40902]))
})
