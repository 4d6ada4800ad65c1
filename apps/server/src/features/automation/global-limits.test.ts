import { automationApi, enterpriseApi, messageApi } from '@ruwu/contract'
import { applyEnterpriseEvent, type AutomaticKind, DEFAULT_GLOBAL } from '@ruwu/domain'
import { beforeEach, expect, test } from 'vitest'
import { auditEntries } from '../../testing/audit-entries.ts'
import { answerForRival } from '../../testing/tenant-isolation.ts'
import { watch } from '../../testing/watch.ts'
import { followUpWorld, type FollowUpWorld, HOUR_MS, MINUTE_MS } from './testing/follow-up-world.ts'

let here: FollowUpWorld
let id: Awaited<ReturnType<FollowUpWorld['ask']>>

beforeEach(async () => {
  here = await followUpWorld()
  id = await here.ask('小满', '多少钱')
})

/** An automatic message of this kind. */
async function send(kind: AutomaticKind, text: string = kind, to = id) {
  const { receptionType, receptionEpoch } = await here.customerOf(to)
  return here.db.transaction((tx) =>
    here.reception.automatic.send(tx, {
      entId: here.account.entId,
      customerId: to,
      kind,
      content: { type: 'text', text },
      expected: { receptionType, receptionEpoch },
    }),
  )
}

const pause = (paused: boolean) => here.zhao.call(automationApi.pause, { body: { paused } })
const SENT = { messageId: expect.any(String) as string }

// R146
test('while all automation is paused nothing of it is sent, people read why, and the AI goes on', async () => {
  await pause(true)

  expect(await send('card_rule')).toMatchObject({ why: 'refused', blocked: '所有自动化已暂停' })
  expect(await send('flow_step')).toMatchObject({ why: 'refused' })
  expect(await send('handoff')).toMatchObject(SENT)
  await here.pass(15 * MINUTE_MS)
  expect(await here.followUpsOf(id)).toEqual(['handoff'])
  expect(await here.logOf(id)).toMatchObject([{ result: 'blocked', reason: '所有自动化已暂停' }])
  expect(await here.linesOf(id)).toContain('沉默跟进未发送：所有自动化已暂停')
  await here.ask('小夏', '多少钱')

  await pause(false)

  expect(await send('card_rule')).toMatchObject(SENT)
  const other = await here.ask('小秋', '多少钱')
  await here.pass(15 * MINUTE_MS)
  expect(await here.followUpsOf(other)).toEqual(['第 1 次'])
})

test('an agent’s own message is no automation', async () => {
  await pause(true)

  const body = { customerId: id, chatId: 'chat-by-hand', content: { type: 'text', text: '您好' } }
  expect(await here.lin.call(messageApi.send, { body })).toMatchObject({ status: 0 })
})

test('every agent hears of the pause at once; only who may edit automation pauses, and twice is once', async () => {
  const open = await watch(here.lin, enterpriseApi.detail, {}, (shown, event) =>
    event.type === 'enterprise_change' ? applyEnterpriseEvent(shown, event) : shown,
  )

  expect(await here.lin.refused(automationApi.pause, { body: { paused: true } })).toMatchObject({ code: 40301 })
  const [one, other] = await Promise.all([pause(true), pause(true)])

  expect(one.automationPausedAt).toBe(other.automationPausedAt)
  expect(await open.settle()).toMatchObject({ automationPausedAt: one.automationPausedAt })
  expect(await open.settle()).toEqual(await open.refetch())
  expect(await here.rival.call(enterpriseApi.detail, {})).toMatchObject({ automationPausedAt: null })
  await pause(false)
  const entries = await auditEntries(here.db, automationApi.pause)
  expect(entries.map(({ action }) => action).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'automation.pause',
    'automation.resume',
  ])
})

test('a customer gets as many automatic messages a day as the setting says, also when they come at once', async () => {
  await here.zhao.call(automationApi.saveGlobal, { body: { ...DEFAULT_GLOBAL, dailyMax: 2, version: 0 } })
  const results = await Promise.all([1, 2, 3].map((n) => send('card_rule', `第${n}条`)))

  expect(results.filter((result) => 'messageId' in result)).toHaveLength(2)
  expect(results.find((result) => 'blocked' in result)).toMatchObject({ blocked: '今日自动消息已达 2 条上限' })
  expect(await send('handoff')).toMatchObject(SENT)
  here.clock.advance(24 * HOUR_MS)
  await here.write('小满', '还在吗')
  expect(await send('card_rule')).toMatchObject(SENT)
})

test.each([
  ['handoff', 'queue'],
  ['points_out', 'ai_answer'],
] as const)('%s and %s do not count against the day’s limit', async (...kinds) => {
  await here.zhao.call(automationApi.saveGlobal, { body: { ...DEFAULT_GLOBAL, dailyMax: 1, version: 0 } })
  for (const kind of kinds) expect(await send(kind)).toMatchObject(SENT)

  expect(await send('card_rule')).toMatchObject(SENT)
  expect(await send('flow_step')).toMatchObject({ blocked: '今日自动消息已达 1 条上限' })
})

test('in quiet hours we begin nothing, answer those who write, and follow up when they end', async () => {
  const quiet = { enabled: true, from: '00:00', to: '23:59' }
  await here.zhao.call(automationApi.saveGlobal, { body: { ...DEFAULT_GLOBAL, quiet, version: 0 } })

  expect(await send('silence_card')).toMatchObject({ blocked: '全局免打扰时段内不主动发送' })
  expect(await send('card_rule')).toMatchObject(SENT)
  await here.pass(15 * MINUTE_MS)
  expect(await here.followUpsOf(id)).toEqual(['card_rule'])
  expect((await here.waitingOf(id))?.dueAt.toISOString()).toMatch(/T15:59:00/)
})

// R148
test('运行日志 is filtered, masked, and holds only customers whom the reader may see', async () => {
  await here.pass(15 * MINUTE_MS)
  const page = async (body: object, by = here.zhao) => (await by.call(automationApi.logPage, { body })).items

  expect(await page({ type: 'followUp', result: 'sent', name: '第 1 步', customerId: id })).toMatchObject([
    { name: '沉默跟进 第 1 步', result: 'sent', input: '客户沉默 15分0秒', output: '第 1 次', customerName: '小满' },
  ])
  expect(await page({ type: 'rule' })).toEqual([])
  expect(await page({ from: here.clock.now().toISOString(), to: here.clock.now().toISOString() })).toEqual([])
  const theirs = await answerForRival(here.rival, automationApi.logPage, { body: { customerId: id } })
  expect(theirs.items).toEqual([])
  const wu = await (await here.hire('吴运营', ['automation:viewPage'])).signIn()
  expect(await page({}, wu)).toHaveLength(1)
  await here.lin.call(messageApi.send, {
    body: { customerId: id, chatId: 'chat-by-hand', content: { type: 'text', text: '您好' } },
  })
  expect(await page({}, wu)).toEqual([])
})
