import { agentApi, customerApi, type CustomerId, messageApi, noticeApi, personalDataApi, SCOPE } from '@ruwu/contract'
import { beforeEach, expect, test } from 'vitest'
import { openList } from '../testing/open-list.ts'
import type { Person } from '../testing/person.ts'
import { receptionWorld, type ReceptionWorld } from '../testing/reception-world.ts'
import { absentForRival } from '../testing/tenant-isolation.ts'
import { openWorkbench } from '../testing/workbench-world.ts'

const HOUR_MS = 3_600_000

let here: ReceptionWorld
/** Lin's customers; the second has written last. */
let first: CustomerId
let second: CustomerId

beforeEach(async () => {
  here = await receptionWorld()
  first = await here.write('小满', '在吗')
  second = await here.write('小寒', '在吗')
  for (const customerId of [first, second]) await here.lin.call(customerApi.receive, { body: { customerId } })
})

const inHours = (hours: number) => new Date(here.clock.now().getTime() + hours * HOUR_MS).toISOString()
const postpone = (until: string | null, customerId = first, person = here.lin) =>
  person.call(customerApi.postpone, { body: { customerId, until } })
const pass = async (hours: number) => {
  here.clock.advance(hours * HOUR_MS)
  await here.reception.work.postpones.run()
}
const answer = (chatId: string) =>
  here.lin.call(messageApi.send, { body: { customerId: first, chatId, content: { type: 'text', text: chatId } } })
const listed = async (asked: object = {}, person: Person = here.lin) =>
  (await person.call(customerApi.list, { body: { scope: SCOPE.mine, ...asked } })).items.map((it) => it.customerId)
const counted = (person: Person = here.lin) => person.call(customerApi.count, { query: {} })
const noticed = async (kind = 'postpone_due' as const) =>
  (await here.lin.call(noticeApi.page, { body: { kind } })).items.map(({ text }) => text)
const stateOf = async (id: CustomerId) => {
  const { postponedUntil, returnedAt } = await here.customerOf(id)
  return [postponedUntil !== null && 'away', returnedAt !== null && 'back'].filter(Boolean)
}

// R182
test('a postponed conversation is out of its owner’s lists and counts, and found by its filter and by name', async () => {
  const [mine, own] = [await openList(here.lin), await openList(here.lin, { postponed: true })]
  const tab = await openWorkbench(here.lin, first)
  const before = await counted()

  expect(await postpone(inHours(2))).toMatchObject({ customerId: first, postponedUntil: inHours(2), returnedAt: null })

  expect([await mine.settle(), await own.settle()]).toEqual([[second], [first]])
  await mine.agrees()
  await own.agrees()
  await tab.agrees()
  expect([await listed({ scope: SCOPE.all }), await listed({ keyword: '小满' })]).toEqual([[second], [first]])
  const after = await counted()
  expect([before, after].map((it) => [it.myCount, it.allCount, it.waitingCount, it.postponedCount])).toEqual([
    [2, 2, 2, 0],
    [1, 1, 1, 1],
  ])
  expect(after.myUnread).toBe(before.myUnread - 1)
  // Colleagues see it where it was.
  expect(await listed({ scope: SCOPE.colleagues }, here.zhao)).toEqual([second, first])
})

// R183
test('at its time it is first and told once, also by several nodes; an answer ends that', async () => {
  await postpone(inHours(1))
  const mine = await openList(here.lin)
  await pass(0.9)
  expect(await mine.settle()).toEqual([second])

  here.clock.advance(HOUR_MS)
  await Promise.all([1, 2, 3].map(() => here.reception.work.postpones.run()))

  expect(await mine.settle()).toEqual([first, second])
  await mine.agrees()
  expect(await noticed()).toEqual(['到了稍后处理的时间'])
  expect((await here.hints('postpone_due')).map(({ hint, to }) => [hint.text, to])).toEqual([
    ['该处理 小满 了', [here.lin.id]],
  ])
  await here.write('小寒', '还有')
  expect(await mine.settle()).toEqual([first, second])

  await answer('chat-001')
  await here.write('小寒', '在吗')
  expect(await mine.settle()).toEqual([second, first])
  await mine.agrees()
  expect([await noticed(), await stateOf(first)]).toEqual([[], []])
})

test('the customer’s next message brings it back before its time, without a second announcement', async () => {
  await postpone(inHours(2))
  const mine = await openList(here.lin)

  await here.write('小满', '考虑好了')

  expect(await mine.settle()).toEqual([first, second])
  await mine.agrees()
  expect([await noticed(), await stateOf(first), await here.hints('postpone_due')]).toEqual([
    ['客户发来了新消息'],
    ['back'],
    [],
  ])
  await pass(3)
  expect(await noticed()).toEqual(['客户发来了新消息'])
})

test('taken back it is as before: in its place, or first where it had come back; done, it is in its place', async () => {
  await postpone(inHours(1))
  await postpone(null)
  expect([await listed(), await stateOf(first)]).toEqual([[second, first], []])

  await postpone(inHours(1))
  await pass(1)
  await postpone(inHours(5))
  expect([await listed(), await noticed()]).toEqual([[second], []])
  await postpone(null)
  expect([await listed(), await noticed()]).toEqual([[first, second], ['到了稍后处理的时间']])

  await postpone(null)
  expect([await listed(), await noticed()]).toEqual([[second, first], []])
})

test('撤销 leaves alone what came back meanwhile, one or many', async () => {
  for (const undo of [
    () => here.lin.call(customerApi.postpone, { body: { customerId: first, until: null, undo: true } }),
    () => here.lin.call(customerApi.postpone, { body: { customerId: first, until: inHours(9), undo: true } }),
    () =>
      here.lin.call(customerApi.batch, {
        body: { customerIds: [first], action: 'postpone', until: null, undo: true },
      }),
  ]) {
    await postpone(inHours(1))
    await here.write('小满', '考虑好了')
    await undo()
    expect([await stateOf(first), await listed()]).toEqual([['back'], [first, second]])
    expect(await noticed()).toContain('客户发来了新消息')
  }
  await postpone(inHours(1))
  await here.lin.call(customerApi.postpone, { body: { customerId: first, until: null, undo: true } })
  expect(await stateOf(first)).toEqual(['back'])
})

test('a message that was not seen is not put away with the conversation', async () => {
  const { inboundCount } = await here.customerOf(first)
  await here.write('小满', '考虑好了')
  const [until, msg] = [inHours(1), '客户刚发来新消息，请查看后再操作']

  expect(
    await here.lin.refused(customerApi.postpone, { body: { customerId: first, until, inboundCount } }),
  ).toMatchObject({ code: 42200, msg })
  const body = { customerIds: [second, first], action: 'postpone' as const, until }
  const counts = [inboundCount, inboundCount]
  expect(await here.lin.call(customerApi.batch, { body: { ...body, inboundCounts: counts } })).toEqual({
    success: 1,
    failed: [{ id: first, name: '小满', msg }],
  })
  expect([await stateOf(first), await stateOf(second)]).toEqual([[], ['away']])

  await here.lin.call(customerApi.postpone, { body: { customerId: first, until, inboundCount: inboundCount + 1 } })
  expect(await stateOf(first)).toEqual(['away'])
})

test.each<[string, () => Promise<unknown>]>([
  ['释放', () => here.lin.call(customerApi.release, { body: { customerId: first } })],
  [
    '转接',
    () => here.lin.call(customerApi.redirect, { body: { customerId: first, agentId: here.wei.id, reason: '其它' } }),
  ],
  ['归档', () => here.lin.call(customerApi.archive, { body: { customerId: first, archive: true } })],
  ['停用', () => here.zhao.call(agentApi.enable, { body: { id: here.lin.id, enabled: false } })],
  ['删除个人信息', () => here.zhao.call(personalDataApi.erase, { body: { customerId: first, name: '小满' } })],
  // As a node of the version before writes it.
  ['another owner by an older node', () => here.changeCustomer(first, { agentId: here.wei.id })],
])('it ends with %s, whether away or back', async (_how, end) => {
  await postpone(inHours(1), second)
  await postpone(inHours(1))
  await pass(1)
  await postpone(inHours(9))
  expect(await stateOf(first)).toEqual(['away', 'back'])

  await end()

  expect(await stateOf(first)).toEqual([])
})

test('自动归档 leaves alone what somebody comes back to', async () => {
  await answer('chat-002')
  await postpone(inHours(24 * 10))

  here.clock.advance(5 * 24 * HOUR_MS)
  await here.reception.work.autoArchive.run()

  expect(await here.customerOf(first)).toMatchObject({ archive: false })
})

test('it is the owner’s alone, in the future, and another enterprise’s looks absent', async () => {
  const third = await here.write('小雪', '在吗')
  const body = { customerId: first, until: inHours(1) }
  const refused = (person: Person, part: Partial<typeof body>) =>
    person.refused(customerApi.postpone, { body: { ...body, ...part } })
  const notOwn = { code: 42200, msg: '只能稍后处理自己接待的客户' }

  expect(await refused(here.zhao, {})).toMatchObject(notOwn)
  expect(await refused(here.lin, { customerId: third })).toMatchObject(notOwn)
  expect(await refused(here.lin, { until: inHours(0) })).toMatchObject({ code: 42200, msg: '时间必须晚于现在' })
  expect(await refused(here.lin, { until: inHours(24 * 366) })).toMatchObject({ msg: '最多稍后处理 365 天' })
  expect(await absentForRival(here.rival, customerApi.postpone, { body })).toMatchObject({ code: 40401 })
  expect(await stateOf(first)).toEqual([])
})

test('a batch postpones one’s own and names the others', async () => {
  const third = await here.write('小雪', '在吗')
  const body = { customerIds: [first, second, third], action: 'postpone' as const, until: inHours(1) }

  expect(await here.lin.call(customerApi.batch, { body })).toEqual({
    success: 2,
    failed: [{ id: third, name: '小雪', msg: '只能稍后处理自己接待的客户' }],
  })
  expect(await listed({ postponed: true })).toEqual([second, first])
  await here.lin.call(customerApi.batch, { body: { ...body, customerIds: [first, second], until: null } })
  expect(await listed()).toEqual([second, first])
})
