import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { channelApi, customerApi, type CustomerId, homeApi, knowledgeApi, type MessageId, SCOPE } from '@ruwu/contract'
import { TODO_FILTERS } from '@ruwu/domain'
import { seededRandom } from '@ruwu/testkit'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { agent, aiPreviewDay, customer, role } from '../../db/schema/index.ts'
import { refreshBitmaps } from '../../list/index.ts'
import { newId } from '../../platform/ids.ts'
import { addCrowd } from '../../testing/customer-crowd.ts'
import { openAccount } from '../../testing/platform.ts'
import type { Person } from '../../testing/person.ts'
import { receptionWorld } from '../../testing/reception-world.ts'
import { FILES_DIR } from '../../testing/start-node.ts'
import { world, type World } from '../../testing/world.ts'
import { recordMiss } from '../knowledge/index.ts'

/** Customers that differ in every filter, on accounts with every state of authorisation. */
async function crowdedWorld() {
  const here = await world()
  const { db, clock, lin, wei, zhao } = here
  const { entId } = lin
  const accounts = [
    { ...(await openAccount(here, { entId, source: 'redbook', name: '官方号' })), name: '官方号' },
    { ...(await openAccount(here, { entId, openStatus: 'expiring', name: '门店' })), name: '门店' },
  ]
  await openAccount(here, { entId, source: 'redbook', openStatus: 'needs_reauth' })
  await openAccount(here, { entId, source: 'redbook', openStatus: 'expiring' })
  await openAccount(here, { entId, openStatus: 'unbound', unboundAt: clock.now() })
  const agents = [lin, wei, zhao].map(({ id, name }) => ({ id, name, createdAt: new Date(0) }))
  await db.sql.update(agent).set({ createdAt: new Date(0) })
  await addCrowd(db, { entId, agents, accounts, count: 400, now: clock.now(), random: seededRandom(17) })
  await refreshBitmaps(db, 1)
  return { ...here, accounts }
}

const listOf = (person: Person, name: keyof typeof TODO_FILTERS) =>
  person.call(customerApi.list, { body: { ...TODO_FILTERS[name], limit: 100 } })

// R151
test.each(['lin', 'zhao'] as const)(
  'every count of 待办 is the number of rows of the list it opens, for %s',
  async (who) => {
    const here = await crowdedWorld()
    const person = here[who]

    const todo = await person.call(homeApi.todo, {})

    const { items: waiting } = await listOf(person, 'waitingMine')
    const since = waiting.map((each) => Date.parse(each.waitingSince ?? ''))
    expect(todo.waitingMine).toEqual({
      count: waiting.length,
      longestWaitSec: Math.max(0, Math.floor((here.clock.now().getTime() - Math.min(...since)) / 1000)),
    })
    for (const name of ['unassigned', 'myUnread', 'handoffWaiting', 'sendFailed'] as const)
      expect([name, todo[name]]).toEqual([name, (await listOf(person, name)).total])
    expect(
      Math.min(waiting.length, todo.unassigned, todo.myUnread, todo.handoffWaiting, todo.sendFailed),
    ).toBeGreaterThan(0)
  },
)

test('accounts with an authorisation problem are counted by source as their list shows them', async () => {
  const { zhao } = await crowdedWorld()

  const { authAbnormal, authAbnormalBy } = await zhao.call(homeApi.todo, {})

  const listed = async (source: 'redbook' | 'douyin') =>
    (await zhao.call(channelApi.list, { body: { source, openStatus: 'abnormal' } })).length
  expect(authAbnormalBy).toEqual({ redbook: await listed('redbook'), douyin: await listed('douyin') })
  expect(authAbnormal).toBe(3)
})

test('missed questions are counted and listed for bound accounts, the most frequent first', async () => {
  const here = await crowdedWorld()
  const { db, clock, zhao, rival, accounts } = here
  const miss = (relationId: (typeof accounts)[number]['id'], question: string) => {
    const asked = { customerId: newId<CustomerId>(clock.now()), messageId: newId<MessageId>(clock.now()) }
    return recordMiss(db.sql, { entId: zhao.entId, relationId, question, ...asked }, clock.now())
  }
  const [first, second] = accounts.map((each) => each.id)
  for (const question of ['能开发票吗', '包安装吗', '能开发票吗']) await miss(first!, question)
  await miss(second!, '有现货吗')

  const { aiMiss, aiMissBy } = await zhao.call(homeApi.todo, {})
  const top = await zhao.call(homeApi.misses, {})

  expect(aiMiss).toBe(3)
  for (const { relationId, count } of aiMissBy)
    expect((await zhao.call(knowledgeApi.pageMisses, { body: { relationId } })).total).toBe(count)
  expect(aiMissBy.map(({ name, count }) => [name, count])).toEqual([
    ['官方号', 2],
    ['门店', 1],
  ])
  expect(top.map(({ question, times }) => [question, times])[0]).toEqual(['能开发票吗', 2])
  expect(top).toHaveLength(3)
  expect(await rival.call(homeApi.misses, {})).toEqual([])
  expect((await rival.call(homeApi.todo, {})).aiMiss).toBe(0)
  await db.sql
    .update(role)
    .set({ accountScope: [second!] })
    .where(eq(role.id, zhao.roleId))
  expect((await zhao.call(homeApi.todo, {})).aiMissBy.map(({ name, count }) => [name, count])).toEqual([['门店', 1]])
  expect((await zhao.call(homeApi.misses, {})).map(({ question }) => question)).toEqual(['有现货吗'])
})

test('cards without the permission of their list are not counted', async () => {
  const here = await crowdedWorld()
  const clerk = await (await here.hire('会计', ['pointManagement:viewPage'])).signIn()

  const todo = await clerk.call(homeApi.todo, {})
  const own = await here.lin.call(homeApi.todo, {})

  expect(todo).toMatchObject({
    waitingMine: { count: -1 },
    unassigned: -1,
    sendFailed: -1,
    authAbnormal: -1,
    aiMiss: -1,
  })
  expect(own).toMatchObject({ authAbnormal: -1, aiMiss: -1, aiMissBy: [] })
  expect(await clerk.refused(homeApi.misses, {})).toMatchObject({ code: 40301 })
})

test('each row of the team is what the agent’s own list of waiting customers shows', async () => {
  const { zhao, lin, wei, rival } = await crowdedWorld()

  const team = await zhao.call(homeApi.team, {})

  expect(team.map((row) => row.agentId)).toEqual([lin.id, wei.id, zhao.id])
  for (const { agentId, waiting } of team) {
    const scope = agentId === zhao.id ? SCOPE.mine : SCOPE.colleagues
    const body = { scope, agentId, replyState: 1 as const, limit: 100 }
    expect(waiting).toBe((await zhao.call(customerApi.list, { body })).items.length)
  }
  expect(await lin.call(homeApi.team, {})).toEqual([])
  expect((await rival.call(homeApi.team, {})).map((row) => row.agentId)).toEqual([rival.id])
})

test('a supervisor of one account sees only its waiting customers in the team', async () => {
  const { zhao, lin, db, accounts } = await crowdedWorld()
  const [first] = accounts
  await db.sql
    .update(role)
    .set({ accountScope: [first!.id] })
    .where(eq(role.id, zhao.roleId))

  const row = (await zhao.call(homeApi.team, {})).find(({ agentId }) => agentId === lin.id)

  const body = { scope: SCOPE.colleagues, agentId: lin.id, replyState: 1 as const, limit: 100 }
  expect(row?.waiting).toBe((await zhao.call(customerApi.list, { body })).items.length)
})

test('new customers and answers change the waiting counts at once', async () => {
  const here = await receptionWorld()
  const customerId = await here.write('小满', '在吗')
  await here.db.sql
    .update(customer)
    .set({ receptionType: 'manual', aiOffReason: 'schedule' })
    .where(eq(customer.id, customerId))
  await here.lin.call(customerApi.receive, { body: { customerId } })
  here.clock.advance(400_000)

  expect((await here.lin.call(homeApi.todo, {})).waitingMine).toEqual({ count: 1, longestWaitSec: 400 })
  await here.lin.call(customerApi.archive, { body: { customerId, archive: true } })
  expect((await here.lin.call(homeApi.todo, {})).waitingMine).toEqual({ count: 0, longestWaitSec: 0 })
})

const ticks = async (person: Person) =>
  (await person.call(homeApi.guide, {})).filter((step) => step.done).map((step) => step.key)

// R152
test('the steps of the guide are ticked by what is there', async () => {
  const here = await receptionWorld()
  const { zhao, rival, db } = here
  expect(await ticks(zhao)).toEqual(['bind', 'addAgent'])
  expect(await ticks(rival)).toEqual([])

  await here.publishAi()
  const body = { relationId: here.account.id, type: 'qa' as const, question: '多少钱', answer: '399 元' }
  await zhao.call(knowledgeApi.save, { body })
  await db.sql.insert(aiPreviewDay).values({ entId: zhao.entId, day: '2026-07-01', answers: 1 })

  expect(await ticks(zhao)).toEqual(['bind', 'knowledge', 'agentConfig', 'preview', 'addAgent', 'hosting'])
  const { path: knowledgePath } = (await zhao.call(homeApi.guide, {}))[1]!
  expect(knowledgePath).toContain(here.account.id)
})

test('a guide that an agent does not want stays away for that agent alone', async () => {
  const { zhao, hire, lin } = await world()
  const second = await (await hire('副手', 'admin')).signIn()

  await zhao.call(homeApi.dismiss, { body: { guide: true } })
  await zhao.call(homeApi.dismiss, { body: { guide: true } })

  expect(await zhao.call(homeApi.guide, {})).toEqual([])
  expect(await second.call(homeApi.guide, {})).toHaveLength(6)
  expect(await lin.call(homeApi.guide, {})).toEqual([])
})

const NOTICES = [
  { id: 'a', title: '夜间维护', body: '周三 02:00', publishedAt: '2026-07-01T00:00:00.000Z' },
  { id: 'b', title: '新功能', body: '日报', publishedAt: '2026-07-02T00:00:00.000Z' },
]

async function noticeWorld(): Promise<World & { write(text: string): Promise<void> }> {
  const file = path.join(FILES_DIR, `notices-${newId<string>(new Date())}.json`)
  const here = await world({ env: { NOTICE_FILE: file } })
  return { ...here, write: (text) => writeFile(file, text) }
}

test('notices come from the operator’s file, and one that is dismissed stays away for that agent', async () => {
  const { lin, wei, write } = await noticeWorld()
  expect(await lin.call(homeApi.notice, {})).toEqual([])
  await write(JSON.stringify(NOTICES))
  expect((await lin.call(homeApi.notice, {})).map(({ id }) => id)).toEqual(['b', 'a'])

  await lin.call(homeApi.dismiss, { body: { noticeId: 'b' } })

  expect((await lin.call(homeApi.notice, {})).map(({ id }) => id)).toEqual(['a'])
  expect(await wei.call(homeApi.notice, {})).toHaveLength(2)
  expect(await lin.refused(homeApi.dismiss, { body: { noticeId: 'c' } })).toMatchObject({ code: 40401 })
})

test.each(['no JSON', '[{"id":"a"}]', '[{"id":"../a","title":"","body":"","publishedAt":"2026-07-01T00:00:00.000Z"}]'])(
  'a file that is no list of notices (%s) shows none',
  async (text) => {
    const { lin, write } = await noticeWorld()
    await write(text)

    expect(await lin.call(homeApi.notice, {})).toEqual([])
  },
)

test.each([{}, { guide: true as const, noticeId: 'a' }, { noticeId: '../a' }])(
  '%j is nothing to dismiss',
  async (body) => {
    const { zhao } = await world()

    expect(await zhao.refused(homeApi.dismiss, { body })).toMatchObject({ code: 40001 })
    expect(await zhao.call(homeApi.guide, {})).toHaveLength(6)
  },
)
