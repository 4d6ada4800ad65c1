import {
  type Data,
  AI_OFF_REASONS,
  CUSTOMER_SORTS,
  customerApi,
  type CustomerFilter,
  type CustomerItem,
  type CustomerSort,
  customerSettingApi,
  RECEPTION_TYPES,
  SCOPE,
  type Scope,
  SOURCES,
  type StageId,
  WAITED_MINUTES,
} from '@ruwu/contract'
import { compareItems, DEFAULT_CUSTOMER_FILTER, fitsFilter } from '@ruwu/domain'
import { seededRandom } from '@ruwu/testkit'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { agent, customer, customerTouched } from '../db/schema/index.ts'
import { addCrowd } from '../testing/customer-crowd.ts'
import type { Person } from '../testing/person.ts'
import { openAccount } from '../testing/platform.ts'
import { world, type World } from '../testing/world.ts'
import { refreshBitmaps } from './bitmap-refresh.repo.ts'
import { answerForRival } from '../testing/tenant-isolation.ts'

const CUSTOMERS = 150
const FILTERS = 30

let here: World
let crowd: Awaited<ReturnType<typeof addCrowd>>
let accounts: Awaited<ReturnType<typeof openAccount>>[]
let stageIds: StageId[]
let people: { person: Person; createdAt: Date; seesColleagues: boolean }[]
const random = seededRandom(20_260_316)
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
const maybe = <T>(share: number, make: () => T): T | undefined => (random() < share ? make() : undefined)

/** A main account with two sub-accounts, and another one; agents created before and after many of the messages. */
beforeAll(async () => {
  here = await world({ keepUntilFileEnds: true })
  const { lin, wei, zhao, clock, db } = here
  const main = await openAccount(here, { entId: lin.entId, source: 'redbook', name: '主号' })
  const sub = (name: string) =>
    openAccount(here, { entId: lin.entId, source: 'redbook', accountType: 'KOS', parentId: main.id, name })
  accounts = [main, await sub('子号一'), await sub('子号二'), await openAccount(here, { entId: lin.entId })]
  const names = ['主号', '子号一', '子号二', '云杉家居']
  people = [
    { person: lin, createdAt: new Date(clock.now().getTime() - 3_600_000), seesColleagues: false },
    { person: wei, createdAt: clock.now(), seesColleagues: false },
    { person: zhao, createdAt: new Date(clock.now().getTime() + 20 * 60_000), seesColleagues: true },
  ]
  stageIds = (await zhao.call(customerSettingApi.get, {})).stages.slice(0, 3).map(({ id }) => id)
  for (const { person, createdAt } of people)
    await db.sql.update(agent).set({ createdAt }).where(eq(agent.id, person.id))
  crowd = await addCrowd(db, {
    entId: lin.entId,
    agents: people.map(({ person, createdAt }) => ({ id: person.id, name: person.name, createdAt })),
    accounts: accounts.map((account, n) => ({ ...account, name: names[n] ?? '' })),
    count: CUSTOMERS,
    now: clock.now(),
    random,
    stageIds,
  })
  // Some customers are counted from the bitmaps, others were changed since the refresh.
  await refreshBitmaps(db, 1)
  await db.sql
    .insert(customerTouched)
    .values(crowd.ids.filter(() => random() < 0.3).map((customerId) => ({ entId: lin.entId, customerId })))
})

function anyFilter(): CustomerFilter {
  return {
    scope: pick([1, 2, 3, 4] as const),
    archive: random() < 0.3,
    enableAi: maybe(0.2, () => random() < 0.5),
    receptionType: maybe(0.15, () => pick(RECEPTION_TYPES)),
    source: maybe(0.2, () => pick(SOURCES)),
    subSourceId: maybe(0.25, () => pick(accounts).id),
    replyState: maybe(0.2, () => 1 as const),
    handoff: maybe(0.2, () => random() < 0.7),
    unread: maybe(0.25, () => random() < 0.7),
    tagIds: maybe(0.25, () => crowd.tagIds.filter(() => random() < 0.4)),
    tagMode: pick(['any', 'all'] as const),
    agentId: maybe(0.1, () => pick(people).person.id),
    offReason: maybe(0.1, () => pick(AI_OFF_REASONS)),
    hasLead: maybe(0.2, () => random() < 0.6),
    ad: maybe(0.15, () => random() < 0.6),
    sendResult: maybe(0.2, () => pick([1, 2] as const)),
    stageId: maybe(0.15, () => pick(stageIds)),
    isStar: maybe(0.15, () => random() < 0.6),
    postponed: maybe(0.15, () => true as const),
    waited: maybe(0.15, () => pick(WAITED_MINUTES)),
    lastMessage: maybe(0.1, () => pick(['today', 'yesterday', '2026-03-01..2026-03-31'])),
    firstContact: maybe(0.15, () => pick(['today', 'yesterday', 'week'])),
    keyword: maybe(0.25, () => pick(['小', '小陈', 'lin', 'ＶＩＰ', '木作 t', '陈小木', ' ', '…', '无人', 't'])),
  }
}

/** The model: the expected list, computed in memory. */
function fitting(
  { person, createdAt, seesColleagues }: (typeof people)[number],
  filter: CustomerFilter,
): CustomerItem[] {
  if (filter.scope === SCOPE.colleagues && !seesColleagues) return []
  const [main, ...others] = accounts.map((account) => account.id)
  const me = {
    agentId: person.id,
    accountFamily: (id: string) => (id === main ? others.slice(0, 2) : []),
    seesColleagues,
    startStageId: stageIds[0],
    now: here.clock.now(),
    timeZone: 'Asia/Shanghai',
  }
  return crowd.seenBy({ id: person.id, name: person.name, createdAt }).filter((item) => fitsFilter(item, filter, me))
}

const defined = (filter: CustomerFilter) =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as CustomerFilter

async function everyPage(person: Person, filter: CustomerFilter, sort: CustomerSort, limit: number) {
  const items: CustomerItem[] = []
  const totals = new Set<number>()
  for (let cursor: string | null = null, pages = 0; pages < 200; pages += 1) {
    const page: Data<typeof customerApi.list> = await person.call(customerApi.list, {
      body: { ...defined(filter), sort, limit, cursor },
    })
    items.push(...page.items)
    totals.add(page.total)
    cursor = page.nextCursor
    if (cursor === null) return { items, totals }
  }
  throw new Error('the list does not end')
}

describe.each([0, 1, 2])('agent %d', (index) => {
  test('reads with any filter and sort, page by page, what a list in memory would hold', async () => {
    const viewer = people[index] as (typeof people)[number]
    for (let n = 0; n < FILTERS; n += 1) {
      const [filter, sort] = [anyFilter(), pick(CUSTOMER_SORTS)]
      const expected = fitting(viewer, filter).toSorted(compareItems(sort, viewer.person.id))

      const { items, totals } = await everyPage(viewer.person, filter, sort, pick([1, 3, 10, 50].slice(n % 3)))

      expect([defined(filter), sort, items]).toEqual([defined(filter), sort, expected])
      expect([defined(filter), ...totals]).toEqual([defined(filter), expected.length])
    }
  })

  // R34
  test('counts behind every option what a list in memory would hold if it were picked', async () => {
    const viewer = people[index] as (typeof people)[number]
    for (let n = 0; n < FILTERS; n += 1) {
      const filter = anyFilter()
      const count = (picked: Partial<CustomerFilter>) => fitting(viewer, { ...filter, ...picked }).length
      const bySub = accounts.map(({ id }) => [id, count({ subSourceId: id })] as const)

      const counts = await viewer.person.call(customerApi.count, { query: { filter: JSON.stringify(defined(filter)) } })

      expect([defined(filter), counts]).toEqual([
        defined(filter),
        {
          allCount: count({ scope: 4 }),
          myCount: count({ scope: 1 }),
          colleagueCount: viewer.seesColleagues ? count({ scope: 2 }) : -1,
          unassignedCount: count({ scope: 3 }),
          sourceCount: { redbook: count({ source: 'redbook' }), douyin: count({ source: 'douyin' }) },
          subSourceCount: Object.fromEntries(bySub.filter(([, value]) => value > 0)),
          enableAiCount: { true: count({ enableAi: true }), false: count({ enableAi: false }) },
          archiveCount: { true: count({ archive: true }), false: count({ archive: false }) },
          waitingCount: count({ replyState: 1 }),
          handoffCount: count({ handoff: true }),
          unreadCount: count({ unread: true }),
          leadCount: count({ hasLead: true }),
          failedCount: count({ sendResult: 2 }),
          postponedCount: count({ postponed: true }),
          myUnread: fitting(viewer, DEFAULT_CUSTOMER_FILTER).reduce((sum, item) => sum + item.unread, 0),
        },
      ])
    }
  })
})

test('the tabs of saved views count what each list holds', async () => {
  for (const viewer of people) {
    const filters = Array.from({ length: 10 }, anyFilter)

    const counts = await viewer.person.call(customerApi.countViews, { body: { filters: filters.map(defined) } })

    expect(counts).toEqual(filters.map((filter) => fitting(viewer, filter).length))
  }
})

test('asked for some customers, the list answers those of them that fit, in its order', async () => {
  const viewer = people[2] as (typeof people)[number]
  const filter: CustomerFilter = { ...DEFAULT_CUSTOMER_FILTER, scope: 3 }
  const expected = fitting(viewer, filter).toSorted(compareItems('latest', viewer.person.id))
  const asked = crowd.ids.slice(0, 50)

  const page = await viewer.person.call(customerApi.list, { body: { ...filter, customerIds: asked } })

  expect(page.items).toEqual(expected.filter((item) => asked.includes(item.customerId)))
  expect(page.items.length).toBeGreaterThan(0)
  expect(page).toMatchObject({ nextCursor: null, total: page.items.length })
})

test.each([
  'x',
  'bm8',
  Buffer.from('[0,1,null,"no",3]').toString('base64url'),
  Buffer.from('{}').toString('base64url'),
])('the cursor %s was never answered and is refused', async (cursor) => {
  expect(await here.lin.refused(customerApi.list, { body: { scope: 1, cursor } })).toMatchObject({
    code: 40001,
    data: { fields: { cursor: '翻页标识不正确' } },
  })
})

test('a cursor from a list with more parts, as another sort has, ends this one', async () => {
  const cursor = Buffer.from(JSON.stringify([3, 0, null, '0'.repeat(32), 7])).toString('base64url')

  const page = await here.lin.call(customerApi.list, { body: { scope: 1, sort: 'latest', cursor } })

  expect(page).toEqual({ items: [], nextCursor: null, total: 7 })
})

test('a filter that is none is refused by the counts', async () => {
  expect(await here.lin.refused(customerApi.count, { query: { filter: '{"scope":9}' } })).toMatchObject({ code: 40001 })
  expect(await here.lin.refused(customerApi.count, { query: { filter: 'no' } })).toMatchObject({ code: 40001 })
})

test('another enterprise sees none of them, whatever it asks for', async () => {
  const { rival } = here
  for (const scope of [1, 2, 3, 4] as const) {
    const body = { scope, customerIds: crowd.ids.slice(0, 50), subSourceId: accounts[0]?.id }
    expect(await answerForRival(rival, customerApi.list, { body })).toEqual({ items: [], nextCursor: null, total: 0 })
    expect(await rival.call(customerApi.list, { body: { scope } })).toEqual({ items: [], nextCursor: null, total: 0 })
  }
  const views = [{ scope: 4 as const, subSourceId: accounts[0]?.id, tagIds: crowd.tagIds, stageId: stageIds[0] }]
  expect(await answerForRival(rival, customerApi.countViews, { body: { filters: views } })).toEqual([0])
  const filter = JSON.stringify({ subSourceId: accounts[0]?.id, customerIds: crowd.ids.slice(0, 50) })
  const counts = await answerForRival(rival, customerApi.count, { query: { filter } })
  expect(counts).toMatchObject({ myCount: 0, colleagueCount: 0, unassignedCount: 0, subSourceCount: {} })
})

test('who may receive only some accounts sees their customers, and of the others only the own ones', async () => {
  const viewer = people[2] as (typeof people)[number]
  const [main] = accounts
  if (!main) throw new Error('no account')
  const within = [main.id]
  await here.db.sql.update(agent).set({ accountScope: within }).where(eq(agent.id, viewer.person.id))
  try {
    const [byBitmap, byRow] = [DEFAULT_CUSTOMER_FILTER, { ...DEFAULT_CUSTOMER_FILTER, firstContact: 'week' }]
    for (const [scope, base] of [1, 2, 3, 4, 4].map((it, n) => [it as Scope, n === 4 ? byRow : byBitmap] as const)) {
      const filter: CustomerFilter = { ...base, scope }
      const expected = fitting(viewer, filter)
        .filter(
          ({ agentId, subSourceId }) =>
            agentId === viewer.person.id || scope === SCOPE.mine || within.includes(subSourceId),
        )
        .toSorted(compareItems('latest', viewer.person.id))

      const { items, totals } = await everyPage(viewer.person, filter, 'latest', 50)
      const counts = await viewer.person.call(customerApi.count, { query: { filter: JSON.stringify(filter) } })

      expect(items).toEqual(expected)
      expect([...totals]).toEqual([expected.length])
      const { myCount, colleagueCount, unassignedCount, allCount } = counts
      expect([myCount, colleagueCount, unassignedCount, allCount][scope - 1]).toBe(expected.length)
      expect(counts.archiveCount.false).toBe(expected.length)
      expect(counts.sourceCount.redbook + counts.sourceCount.douyin).toBe(expected.length)
      const seen = new Set(expected.map((item) => item.customerId))
      const other = fitting(viewer, filter).find((item) => !seen.has(item.customerId))
      const hidden =
        other && (await viewer.person.refused(customerApi.detail, { query: { customerId: other.customerId } }))
      expect([undefined, 40401]).toContain(hidden?.code)
    }
  } finally {
    await here.db.sql.update(agent).set({ accountScope: null }).where(eq(agent.id, viewer.person.id))
  }
})

test('who may not see contacts gets the last words without them', async () => {
  const { db, hire, lin } = here
  const reader = await (await hire('小白', ['im:viewPage'])).signIn()
  const [id] = fitting(people[2] as (typeof people)[number], { ...DEFAULT_CUSTOMER_FILTER, scope: 3 }).map(
    (item) => item.customerId,
  )
  if (!id) throw new Error('nobody is unassigned')
  const lastMessage = {
    type: 'text',
    text: '电话 13812345678',
    senderKind: 'customer',
    agentId: null,
    status: 1,
  } as const
  await db.sql
    .update(customer)
    .set({ lastMessage: { ...lastMessage, createdAt: '2026-03-16T02:00:00.000Z' } })
    .where(eq(customer.id, id))
  const textFor = async (person: Person) => {
    const { items } = await person.call(customerApi.list, { body: { scope: 3, customerIds: [id] } })
    return items[0]?.lastMessage?.text
  }

  expect(await textFor(reader)).toBe('电话 138****5678')
  expect(await textFor(lin)).toBe('电话 13812345678')
})
