import { automationApi, customerApi, messageApi } from '@ruwu/contract'
import { AUTOMATION_LOG_DAYS, DEFAULT_FOLLOW_UP } from '@ruwu/domain'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { automationLog, channelAccount, followUp, pointAccount } from '../../../db/schema/index.ts'
import { openWorkbench } from '../../../testing/workbench-world.ts'
import { deleteOldLogs } from '../log.repo.ts'
import { systemTagId } from '../../../customer/customer-tags.ts'
import { fixedSteps, followUpWorld, type FollowUpWorld, HOUR_MS, MINUTE_MS } from '../testing/follow-up-world.ts'

type Id = Parameters<FollowUpWorld['logOf']>[0]

const send = ({ lin }: FollowUpWorld, customerId: Id, text: string) =>
  lin.call(messageApi.send, { body: { customerId, chatId: 'chat-by-hand', content: { type: 'text', text } } })

/** Automatic words that are no follow-up. */
async function announce({ db, reception, account, customerOf }: FollowUpWorld, customerId: Id): Promise<void> {
  const { receptionType, receptionEpoch } = await customerOf(customerId)
  await db.transaction((tx) =>
    reception.automatic.send(tx, {
      entId: account.entId,
      customerId,
      kind: 'flow_step',
      content: { type: 'text', text: '活动通知' },
      expected: { receptionType, receptionEpoch },
    }),
  )
}

test('a silent customer gets three follow-ups, each step at its time, and no more', async () => {
  const here = await followUpWorld()
  const id = await here.ask('小满', '多少钱')

  await here.pass(15 * MINUTE_MS - 1_000)
  expect(await here.followUpsOf(id)).toEqual([])
  await here.pass(1_000)
  expect(await here.followUpsOf(id)).toEqual(['第 1 次'])
  await here.pass(2 * HOUR_MS - 15 * MINUTE_MS)
  expect(await here.followUpsOf(id)).toEqual(['第 1 次', '第 2 次'])
  // 22 hours are over in the morning, a little after eight.
  await here.pass(20 * HOUR_MS)
  expect(await here.followUpsOf(id)).toEqual(['第 1 次', '第 2 次', '第 3 次'])

  expect(await here.waitingOf(id)).toBeUndefined()
  expect(await here.logOf(id)).toMatchObject([
    {
      name: '沉默跟进 第 1 步',
      type: 'followUp',
      step: 1,
      result: 'sent',
      reason: '',
      input: { mode: 'fixed', silentSec: 900 },
    },
    { step: 2, result: 'sent' },
    { step: 3, result: 'sent' },
  ])
})

test('an open screen hears of it as of any message', async () => {
  const here = await followUpWorld()
  const id = await here.ask('小满', '多少钱')
  const open = await openWorkbench(here.lin, id)

  await here.pass(15 * MINUTE_MS)

  await open.agrees()
  expect((await open.events()).some((event) => event.type === 'cus_message')).toBe(true)
})

test('a customer message ends the follow-ups; after the next silence the next step is sent', async () => {
  const here = await followUpWorld()
  const id = await here.ask('小满', '多少钱')
  await here.pass(15 * MINUTE_MS)
  await here.write('小满', '在呢')
  expect(await here.waitingOf(id)).toBeUndefined()
  await here.pass(3 * HOUR_MS)
  expect(await here.followUpsOf(id)).toEqual(['第 1 次'])

  await here.answer()
  await here.pass(15 * MINUTE_MS)
  expect(await here.followUpsOf(id)).toEqual(['第 1 次'])
  await here.pass(2 * HOUR_MS)

  expect(await here.followUpsOf(id)).toEqual(['第 1 次', '第 2 次'])
})

test('a session holds three of them, the next session three more', async () => {
  const here = await followUpWorld()
  const id = await here.ask('小满', '多少钱')
  for (const ms of [15 * MINUTE_MS, 2 * HOUR_MS, 22 * HOUR_MS]) {
    await here.pass(ms)
    await here.ask('小满', '知道了')
  }
  await here.pass(23 * HOUR_MS)
  expect(await here.followUpsOf(id)).toHaveLength(3)
  await here.lin.call(customerApi.archive, { body: { customerId: id, archive: true } })

  await here.ask('小满', '又来了')
  await here.pass(15 * MINUTE_MS)

  expect((await here.followUpsOf(id)).slice(3)).toEqual(['第 1 次'])
})

test('flow messages are no reply: silence goes on from where it began', async () => {
  const here = await followUpWorld()
  const id = await here.ask('小满', '多少钱')
  const since = (await here.waitingOf(id))?.since
  here.clock.advance(10 * MINUTE_MS)

  await announce(here, id)

  expect((await here.waitingOf(id))?.since).toEqual(since)
})

test('follow-ups are part of the transcript the AI continues with; other automatic messages are not', async () => {
  const here = await followUpWorld({ setting: { steps: fixedSteps('方便留个电话吗？') } })
  const id = await here.ask('小满', '多少钱')
  await here.pass(15 * MINUTE_MS)
  await announce(here, id)

  await here.ask('小满', '可以')

  expect(here.engine.asked.at(-1)?.turns.map(({ who, text }) => `${who}: ${text}`)).toEqual([
    'customer: 多少钱',
    'ai: 答：多少钱',
    'ai: 方便留个电话吗？',
    'customer: 可以',
  ])
})

test('silence after a person’s reply counts once the AI receives again', async () => {
  const here = await followUpWorld()
  const id = await here.ask('小满', '多少钱')
  await send(here, id, '我来答')
  expect(await here.waitingOf(id)).toBeUndefined()
  await here.pass(2 * HOUR_MS)
  expect(await here.followUpsOf(id)).toEqual([])

  await here.lin.call(customerApi.setAiStatus, { body: { customerId: id, enableAi: true } })
  await here.followUpOn()

  expect(await here.followUpsOf(id)).toEqual(['第 1 次'])
})

test.each<[string, string, (here: FollowUpWorld, id: Parameters<FollowUpWorld['logOf']>[0]) => Promise<unknown>]>([
  ['has left a number', '客户已留资', (here, id) => here.changeCustomer(id, { leadStatus: 'new' })],
  [
    'is marked as wanting nothing',
    '客户无意向',
    (here, id) => here.changeCustomer(id, { tagIds: [systemTagId(here.account.entId, 'no_intent')] }),
  ],
  ['is blocked', '客户已拉黑', (here, id) => here.changeCustomer(id, { isBlocked: true })],
  ['is archived', '会话已归档', (here, id) => here.changeCustomer(id, { archive: true })],
  [
    'is received by people',
    '人工接待中',
    (here, id) => here.changeCustomer(id, { receptionType: 'manual', aiOffReason: 'channel_off' }),
  ],
  ['was not reached', '上一条消息发送失败', (here, id) => here.changeCustomer(id, { lastOutboundStatus: 2 })],
])('who %s meanwhile, without its being noticed, is left alone and it is noted why', async (_what, reason, change) => {
  const here = await followUpWorld()
  const id = await here.ask('小满', '多少钱')
  await change(here, id)

  await here.pass(15 * MINUTE_MS)

  expect(await here.followUpsOf(id)).toEqual([])
  expect(await here.logOf(id)).toMatchObject([{ step: 1, result: 'skipped', reason, messageId: null }])
  expect(await here.waitingOf(id)).toBeUndefined()
})

test('leaving a number, archiving or blocking removes the follow-up at once', async () => {
  const here = await followUpWorld()
  const told = await here.ask('小满', '我的电话13800001234')
  const archived = await here.ask('小夏', '多少钱')
  const blocked = await here.ask('小秋', '多少钱')
  await here.lin.call(customerApi.archive, { body: { customerId: archived, archive: true } })
  await here.lin.call(customerApi.block, { body: { customerId: blocked, block: true } })

  expect(await Promise.all([told, archived, blocked].map((id) => here.waitingOf(id)))).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('a customer who declined is not followed up', async () => {
  const here = await followUpWorld()
  const id = await here.ask('小满', '不需要了，谢谢')

  await here.pass(15 * MINUTE_MS)

  expect(await here.followUpsOf(id)).toEqual([])
  expect(await here.waitingOf(id)).toBeUndefined()
})

test('during quiet hours nothing is sent: it is sent at eight, and the next step keeps its distance', async () => {
  const here = await followUpWorld()
  // It is ten in the morning in Shanghai.
  here.clock.advance(11.9 * HOUR_MS)
  const id = await here.ask('小满', '多少钱')
  await here.pass(8 * HOUR_MS)
  expect(await here.followUpsOf(id)).toEqual([])
  const due = new Date('2026-03-17T00:00:00.000Z')
  expect((await here.waitingOf(id))?.dueAt).toEqual(due)

  await here.pass(due.getTime() - here.clock.now().getTime())

  expect(await here.followUpsOf(id)).toEqual(['第 1 次'])
  expect((await here.waitingOf(id))?.dueAt).toEqual(new Date(due.getTime() + 105 * MINUTE_MS))
})

test('a follow-up outside the platform’s window in the morning is skipped', async () => {
  const here = await followUpWorld({ setting: { quiet: { enabled: true, from: '07:00', to: '11:00' } } })
  const id = await here.ask('小满', '多少钱')
  await here.changeCustomer(id, { lastInboundAt: new Date(here.clock.now().getTime() - 23 * HOUR_MS) })

  await here.pass(2 * HOUR_MS)

  expect(await here.followUpsOf(id)).toEqual([])
  expect(await here.logOf(id)).toMatchObject([
    { step: 1, result: 'blocked', reason: '客户超过 24 小时未发言，平台不允许再发送消息' },
  ])
  expect(await here.waitingOf(id)).toBeUndefined()
})

test('places kept for people are left to them', async () => {
  const here = await followUpWorld()
  const id = await here.ask('小满', '多少钱')
  await here.changeCustomer(id, { sentSinceInbound: 5 })

  await here.pass(15 * MINUTE_MS)

  expect(await here.logOf(id)).toMatchObject([{ result: 'blocked', reason: '剩余条数已为人工预留' }])
  expect((await here.customerOf(id)).sentSinceInbound).toBe(5)
})

test('every one takes a place in the platform’s quota', async () => {
  const here = await followUpWorld()
  const id = await here.ask('小满', '多少钱')
  const { sentSinceInbound } = await here.customerOf(id)

  await here.pass(15 * MINUTE_MS)

  expect((await here.customerOf(id)).sentSinceInbound).toBe(sentSinceInbound + 1)
})

test('a refused text is not sent, and the next step is tried', async () => {
  const here = await followUpWorld({ setting: { steps: fixedSteps('加我微信聊') } })
  const id = await here.ask('小满', '多少钱')

  await here.pass(15 * MINUTE_MS)
  await here.pass(2 * HOUR_MS)

  expect(await here.followUpsOf(id)).toEqual(['第 2 次'])
  expect(await here.logOf(id)).toMatchObject([
    { step: 1, result: 'blocked', reason: '平台规定联系方式只能通过卡片发送' },
    { step: 2, result: 'sent' },
  ])
})

test('the same text to many customers is sent with their names', async () => {
  const here = await followUpWorld()
  const ids = []
  for (const name of ['甲', '乙', '丙', '丁', '戊']) ids.push(await here.ask(name, `${name}问多少钱`))

  await here.pass(15 * MINUTE_MS)

  const said = await Promise.all(ids.map((id) => here.followUpsOf(id)))
  expect(said.flat()).toHaveLength(5)
  expect(said.flat().filter((words) => words === '第 1 次')).toHaveLength(4)
  expect(said.flat().some((words) => /^.，第 1 次$/.test(words))).toBe(true)
})

const AI_STEPS = { steps: DEFAULT_FOLLOW_UP.steps }

test('the AI writes about the customer’s question, and it costs a point once delivered', async () => {
  const here = await followUpWorld({ setting: AI_STEPS })
  const id = await here.ask('小满', '全屋定制多少钱')
  await here.deliver()
  await here.pass(15 * MINUTE_MS)
  expect((await here.followUpsOf(id))[0]).toContain('「全屋定制多少钱」')
  expect(await here.billsOf()).toEqual(['consume ai_reply -1'])

  await here.deliver()
  await here.deliver()

  expect(await here.billsOf()).toEqual(['consume ai_reply -1', 'consume follow_up -1'])
  expect(await here.logOf(id)).toMatchObject([{ result: 'sent', points: 1, output: { generator: 'builtin' } }])
})

test('a fixed text costs nothing', async () => {
  const here = await followUpWorld()
  const id = await here.ask('小满', '多少钱')
  await here.pass(15 * MINUTE_MS)

  await here.deliver()

  expect(await here.billsOf()).toEqual(['consume ai_reply -1'])
  expect(await here.logOf(id)).toMatchObject([{ result: 'sent', points: 0, output: { generator: null } }])
})

test('a follow-up the platform refuses costs nothing and is logged', async () => {
  const here = await followUpWorld({ setting: AI_STEPS })
  const id = await here.ask('小满', '多少钱')
  await here.deliver()
  await here.pass(15 * MINUTE_MS)

  await here.refuse()

  expect(await here.billsOf()).toEqual(['consume ai_reply -1'])
  const [logged] = await here.logOf(id)
  expect(logged).toMatchObject({ result: 'failed', points: 0 })
  expect(logged?.reason).not.toBe('')
  expect(await here.waitingOf(id)).toBeUndefined()
})

test('without points the AI writes nothing, and nothing else is said in its place', async () => {
  const here = await followUpWorld({
    setting: { steps: DEFAULT_FOLLOW_UP.steps.map((step) => ({ ...step, text: '在吗' })) },
  })
  const id = await here.ask('小满', '多少钱')
  const setPoints = (bonusHumanPoints: number) =>
    here.db.sql.update(pointAccount).set({ bonusHumanPoints }).where(eq(pointAccount.entId, here.account.entId))
  await setPoints(0)

  await here.pass(15 * MINUTE_MS)
  expect(await here.followUpsOf(id)).toEqual([])
  expect(await here.logOf(id)).toMatchObject([{ step: 1, result: 'skipped', reason: '积分不足' }])

  await setPoints(100)
  await here.pass(2 * HOUR_MS)
  expect(await here.followUpsOf(id)).toHaveLength(1)
})

test('switched off, no customer is followed up; switched on, only those silent from then on', async () => {
  const here = await followUpWorld()
  const id = await here.ask('小满', '多少钱')
  await here.save({ enabled: false })
  expect(await here.waitingOf(id)).toBeUndefined()
  await here.pass(HOUR_MS)
  await here.save({})
  await here.pass(HOUR_MS)
  expect(await here.followUpsOf(id)).toEqual([])

  await here.ask('小满', '还在吗')
  await here.pass(15 * MINUTE_MS)

  expect(await here.followUpsOf(id)).toEqual(['第 1 次'])
})

test('waiting follow-ups use the new times', async () => {
  const here = await followUpWorld()
  const id = await here.ask('小满', '多少钱')
  const sooner = fixedSteps().map((step, index) => ({ ...step, minutes: [5, 6, 7][index] ?? 0 }))
  await here.save({ steps: sooner })
  await here.pass(5 * MINUTE_MS)
  expect(await here.followUpsOf(id)).toEqual(['第 1 次'])

  await here.save({})
  await here.pass(HOUR_MS)

  expect(await here.followUpsOf(id)).toEqual(['第 1 次'])
})

test('how often it spoke is counted by the enterprise’s days', async () => {
  const here = await followUpWorld()
  await here.ask('小满', '多少钱')
  await here.pass(15 * MINUTE_MS)
  await here.pass(2 * HOUR_MS)
  here.clock.advance(24 * HOUR_MS)
  await here.ask('小夏', '多少钱')
  await here.pass(15 * MINUTE_MS)

  expect(await here.zhao.call(automationApi.more, {})).toMatchObject({ followUp: { sentToday: 1, sentInWeek: 3 } })
  expect(await here.rival.call(automationApi.more, {})).toMatchObject({ followUp: { sentToday: 0, sentInWeek: 0 } })
  here.clock.advance(6 * 24 * HOUR_MS)
  expect(await here.zhao.call(automationApi.more, {})).toMatchObject({ followUp: { sentToday: 0, sentInWeek: 1 } })
})

test('lines of the log are kept for ninety days', async () => {
  const here = await followUpWorld()
  const id = await here.ask('小满', '多少钱')
  await here.pass(15 * MINUTE_MS)
  const days = (n: number) => new Date(here.clock.now().getTime() + n * 24 * HOUR_MS)

  await deleteOldLogs(here.db.sql, days(AUTOMATION_LOG_DAYS))
  expect(await here.logOf(id)).toHaveLength(1)
  await deleteOldLogs(here.db.sql, days(AUTOMATION_LOG_DAYS + 1))
  expect(await here.logOf(id)).toEqual([])
})

test('an enterprise with follow-ups switched off has no waiting rows', async () => {
  const here = await followUpWorld({ setting: { enabled: false } })
  await here.ask('小满', '多少钱')

  expect(await here.db.sql.select().from(followUp)).toEqual([])
})

test('an account whose authorisation has ended says nothing', async () => {
  const here = await followUpWorld()
  const id = await here.ask('小满', '多少钱')
  await here.db.sql
    .update(channelAccount)
    .set({ openStatus: 'needs_reauth' })
    .where(eq(channelAccount.id, here.account.id))

  await here.pass(15 * MINUTE_MS)

  expect(await here.followUpsOf(id)).toEqual([])
  expect(await here.db.sql.select().from(automationLog)).toMatchObject([{ result: 'blocked' }])
})
