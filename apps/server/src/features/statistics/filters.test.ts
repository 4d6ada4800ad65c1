import { type CustomerId, METRICS, receptionPlanApi, type TagId } from '@ruwu/contract'
import { type Counts, isOffHours, packSchedule, percentile, type PlanSchedule, SHIPPED_SCHEDULE } from '@ruwu/domain'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { isVisible } from '../../customer/visibility.repo.ts'
import { customer, customerTouched, session, turn } from '../../db/schema/index.ts'
import { refreshBitmaps } from '../../list/index.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { EVERYTHING, type HistoryWorld, historyWorld } from '../../testing/history-world.ts'
import { planFields } from '../../testing/plan-fields.ts'
import { countedRows, readCounted } from './drill-down.repo.ts'
import { type Conditions, countKnown, figureQuery, listFilter, readCounts, sumCounts } from './figure-query.ts'
import { type FactFilter, TOGETHER } from './figures.repo.ts'
import { knownLeads, readLeads } from './lead-page.repo.ts'
import { toSessionRow } from './statistics.view.ts'

// R158: conditions that no rollup can answer, against figures of single customers and single rows.

/** Online time is of no customer. */
const OF_CUSTOMERS = METRICS.filter((name) => name !== 'onlineTime')

async function read({ db, clock }: HistoryWorld, caller: Caller, conditions: Conditions) {
  const query = await figureQuery(db.sql, caller, conditions, clock.now())
  const { period } = query
  const counts = await readCounts(db.sql, query, { metrics: OF_CUSTOMERS, period, grouping: TOGETHER })
  return { query, counts }
}

/** Figures of each customer alone, from facts. */
async function readEach({ db, clock, caller }: HistoryWorld, conditions: Conditions, ids: readonly CustomerId[]) {
  const query = await figureQuery(db.sql, caller, conditions, clock.now())
  const { period, filter } = query
  const counts = new Map<CustomerId, Counts>()
  for (const id of ids) {
    const alone = {
      ...query,
      state: undefined,
      made: new Map(),
      filter: { ...filter, visible: eq(customer.id, id) },
    }
    const found = await readCounts(db.sql, alone, { metrics: OF_CUSTOMERS, period, grouping: TOGETHER })
    if (found.has('')) counts.set(id, found.get('')!)
  }
  return counts
}

/** A customer counts once: groups of one customer each add up, but for the ranks. */
const total = (groups: Iterable<Counts>) => {
  const { humanFirstMedian: _median, humanFirstP90: _p90, ...sums } = sumCounts(groups)
  // Times are thousandths of a second.
  return Object.fromEntries(Object.entries(sums).map(([name, value]) => [name, Math.round(value * 1000) / 1000]))
}

test('a tag and the data scope leave exactly the figures of their customers', async () => {
  const here = await historyWorld('Asia/Shanghai', 11)
  const { db, entId, caller, lin, accounts } = here
  await here.facts.add(60)
  await here.facts.wait(new Date('2026-04-01T11:00:00Z'))
  await here.rollups.runAll()
  const customers = await db.sql.select().from(customer).where(eq(customer.entId, entId))
  // Customers are in the bitmaps, but for some that have changed since.
  await refreshBitmaps(db, 1)
  await db.sql.insert(customerTouched).values(customers.slice(0, 3).map(({ id }) => ({ entId, customerId: id })))
  const tagIds = [...new Set(customers.flatMap((each) => each.tagIds))].slice(0, 2)
  const own: Caller = { ...caller, agentId: lin.id, customerScope: 'own' }
  const oneAccount: Caller = { ...caller, accountScope: [accounts[0]!.id] }
  const chosen: TagId[][] = [[], tagIds.slice(0, 1), tagIds]
  const others: Partial<Conditions>[] = [
    {},
    { agentIds: [lin.id] },
    { receptionTypes: ['manual'] },
    { traffic: 'organic' },
    { subSourceIds: [accounts[1]!.id], workingHoursOnly: true },
  ]

  for (const other of others) {
    const conditions = { ...EVERYTHING, ...other }
    const single = await readEach(
      here,
      conditions,
      customers.map(({ id }) => id),
    )
    for (const asking of [caller, own, oneAccount])
      for (const tags of chosen) {
        const { counts } = await read(here, asking, { ...conditions, tagIds: tags })
        const matching = customers.filter(
          (row) => isVisible(asking, row) && (tags.length === 0 || row.tagIds.some((id) => tags.includes(id))),
        )
        const expected = total(matching.flatMap(({ id }) => single.get(id) ?? []))
        expect({ tags, other, ...total(counts.values()) }).toEqual({ tags, other, ...expected })
      }
  }
})

const MANY_CUSTOMERS = 2_001

test('a list of few customers looks them up, and is the same as one that walks through the period', async () => {
  const here = await historyWorld('Asia/Shanghai', 13)
  const { db, clock, entId, caller, lin } = here
  await here.facts.add(60)
  await here.rollups.runAll()
  await refreshBitmaps(db, 1)
  await db.sql.execute(
    sql`insert into customer_touched select ent_id, id from customer where ent_id = ${entId} limit 2`,
  )
  const customers = await db.sql.select().from(customer).where(eq(customer.entId, entId))
  const [tagId] = customers.flatMap((each) => each.tagIds)
  const own: Caller = { ...caller, agentId: lin.id, customerScope: 'own' }
  const ask = (asking: Caller, tagIds: TagId[]) => figureQuery(db.sql, asking, { ...EVERYTHING, tagIds }, clock.now())
  const listsOf = async (
    { period, timeZone, unansweredBefore }: Awaited<ReturnType<typeof ask>>,
    filter: FactFilter,
  ) => {
    const span = { start: period.start, end: period.until }
    const paging = { page: 1, pageSize: 20, sort: { field: 'at', order: 'desc' } } as const
    const asked = { filter, span, timeZone, unansweredBefore }
    return [
      await readCounted(db.sql, asked, { metric: 'sessions', ...paging }),
      await readCounted(db.sql, asked, { metric: 'leadCustomers', ...paging }),
      await readLeads(db.sql, filter, span, { ...paging, sort: { field: 'createdAt', order: 'desc' } }),
    ]
  }

  for (const [asking, tagIds] of [
    [own, []],
    [caller, [tagId!]],
    [own, [tagId!]],
  ] as const) {
    const query = await ask(asking, [...tagIds])
    const filter = await listFilter(db.sql, query)
    expect(filter.few?.length).toBeGreaterThan(0)
    const found = await listsOf(query, filter)
    expect(found.map(({ total }) => total > 0)).toEqual([true, true, true])
    expect(found).toEqual(await listsOf(query, query.filter))
  }
  expect(await listFilter(db.sql, await ask(caller, []))).not.toHaveProperty('few')
  await db.transaction(async ({ sql: tx }) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`insert into customer select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(),
        'platform_user_id', n::text, 'agent_id', null))).*
      from customer c, generate_series(1, ${MANY_CUSTOMERS}::int) n where c.ent_id = ${entId} and c.id = ${customers[0]!.id}`)
    await tx.execute(sql`insert into customer_touched select ent_id, id from customer where ent_id = ${entId}`)
  })
  await refreshBitmaps(db, 1)
  expect(await listFilter(db.sql, await ask(own, []))).not.toHaveProperty('few')
})

test('the leads that rollups count and those they do not are the whole list', async () => {
  const here = await historyWorld('Asia/Shanghai', 14)
  const { db, clock, entId, caller } = here
  await here.facts.add(60)
  await db.sql.execute(sql`update lead l set dup_of = o.id from lead o
    where l.ent_id = ${entId} and o.ent_id = l.ent_id and o.id < l.id and l.kind = 'phone' and o.kind = 'phone' and abs(hashtext(l.value)) % 3 = 0`)
  await here.rollups.runAll()
  const query = await figureQuery(db.sql, caller, EVERYTHING, clock.now())
  const span = { start: query.period.start, end: query.period.until }
  const read = (known?: number, pageSize = 20) =>
    readLeads(db.sql, query.filter, span, { page: 2, pageSize, sort: { field: 'createdAt', order: 'asc' } }, known)
  const countLeads = () => countKnown(db.sql, query, knownLeads({})!)

  const known = (await countLeads())!

  const all = await read()
  expect(known).toBeGreaterThan(0)
  expect(all.total).toBeGreaterThan(known)
  expect(await read(known)).toEqual(all)
  // Leads that came or went since.
  const pageSize = Math.ceil(all.total / 2)
  for (const stale of [known - 1, known + 1])
    expect(await read(stale, pageSize)).toEqual(await read(undefined, pageSize))
  // One of an earlier day has changed: the rollups would count it as it was.
  await db.sql.execute(sql`update lead set status = 'invalid', reason = '空号' where ent_id = ${entId}
    and id = (select id from lead where ent_id = ${entId} and kind = 'phone' and dup_of is null order by created_at limit 1)`)
  expect(await countLeads()).toBeUndefined()
  await here.rollups.runAll()
  query.made.clear()
  expect(await countLeads()).toBe(known - 1)
})

const SLOT_MS = 900_000

/** Milliseconds of the periods of a plan between two moments. */
function worked(schedule: PlanSchedule, from: Date, to: Date): number {
  let sum = 0
  for (let slot = Math.floor(from.getTime() / SLOT_MS) * SLOT_MS; slot < to.getTime(); slot += SLOT_MS)
    if (!isOffHours(schedule, new Date(slot)))
      sum += Math.min(slot + SLOT_MS, to.getTime()) - Math.max(slot, from.getTime())
  return sum
}

test('仅接待时间 measures every response by the plan of its account, in figures and in the list behind them', async () => {
  const here = await historyWorld('Asia/Shanghai', 12)
  const { db, entId, caller, accounts, zhao } = here
  await here.facts.add(80)
  const plan = planFields({ accountIds: [accounts[0]!.id] })
  await zhao.call(receptionPlanApi.save, { body: plan })
  const msOf = (relationId: string, from: Date, to: Date) =>
    worked(relationId === accounts[0]!.id ? packSchedule(plan) : SHIPPED_SCHEDULE, from, to)

  const { query, counts } = await read(here, caller, { ...EVERYTHING, workingHoursOnly: true })

  const turns = (await db.sql.select().from(turn).where(eq(turn.entId, entId))).flatMap(
    ({ relationId, startAt, replyAt, replyKind }) =>
      replyAt ? [{ replyKind, ms: msOf(relationId, startAt, replyAt) }] : [],
  )
  const seconds = (kind: 'human' | 'ai') =>
    turns.filter(({ replyKind }) => replyKind === kind).reduce((sum, { ms }) => sum + ms, 0) / 1000
  const first = (await db.sql.select().from(session).where(eq(session.entId, entId))).flatMap(
    ({ relationId, firstHumanFrom, firstHumanAt }) =>
      firstHumanFrom && firstHumanAt ? [msOf(relationId, firstHumanFrom, firstHumanAt) / 1000] : [],
  )
  const found = counts.get('')
  expect(found).toMatchObject({
    turnsIn30s: turns.filter(({ ms }) => ms <= 30_000).length,
    turnsIn3m: turns.filter(({ ms }) => ms <= 180_000).length,
    humanTurnSec: expect.closeTo(seconds('human')) as number,
    aiTurnSec: expect.closeTo(seconds('ai')) as number,
    humanFirstSec: expect.closeTo(first.reduce((sum, each) => sum + each, 0)) as number,
    humanFirstMedian: percentile(first, 0.5),
    humanFirstP90: percentile(first, 0.9),
  })
  expect(turns.filter(({ ms }) => ms === 0).length).toBeGreaterThan(5)
  const { period, timeZone, unansweredBefore, filter } = query
  const { rows } = await readCounted(
    db.sql,
    { filter, span: { start: period.start, end: period.until }, timeZone, unansweredBefore },
    { metric: 'humanFirst', page: 1, pageSize: 100, sort: { field: 'humanFirst', order: 'asc' } },
  )
  expect(rows.map(({ humanFirst }) => humanFirst)).toEqual(first.toSorted((a, b) => a - b))
})

const OTHERS = 5_000

test.each(['aiFirst', 'points'] as const)(
  'a list is sorted by %s, each session looked up by an index',
  async (field) => {
    const here = await historyWorld('Asia/Shanghai', 20)
    const { db, clock, caller } = here
    await here.facts.add(60)
    const query = await figureQuery(db.sql, caller, EVERYTHING, clock.now())
    const { period, timeZone, unansweredBefore, filter } = query
    const asked = { filter, span: { start: period.start, end: period.until }, timeZone, unansweredBefore }
    const read = (order: 'asc' | 'desc') =>
      readCounted(db.sql, asked, { metric: 'sessions', page: 1, pageSize: 100, sort: { field, order } })
    const has = (value: number) => field === 'points' || value !== -1
    const values = async (order: 'asc' | 'desc') =>
      (await read(order)).rows.map((row) => toSessionRow(row, caller, new Map())[field])

    for (const order of ['asc', 'desc'] as const) {
      const found = await values(order)
      const known = found.filter(has)
      expect(new Set(known).size).toBeGreaterThan(2)
      // Sessions without a value come last.
      expect(found.slice(0, known.length)).toEqual(known.toSorted((a, b) => (order === 'asc' ? a - b : b - a)))
    }
    let plan = ''
    const look = db.transaction(async ({ sql: tx }) => {
      // Those of many other sessions, without triggers and references; taken back below.
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.execute(sql`insert into turn (ent_id, session_id, no, customer_id, relation_id, start_at, start_seq)
      select ${here.entId}::uuid, gen_random_uuid(), 1, gen_random_uuid(), gen_random_uuid(), ${clock.now()}::timestamptz, 1
      from generate_series(1, ${OTHERS}::int)`)
      await tx.execute(sql`insert into point_ledger (ent_id, id, at, type, delta, pool, order_points, bonus_order_points, bonus_human_points,
        session_id, key)
      select ${here.entId}::uuid, gen_random_uuid(), ${clock.now()}::timestamptz, 'consume', -1, 'orderPoints', 0, 0, 0,
        gen_random_uuid(), n::text from generate_series(1, ${OTHERS}::int) n`)
      await tx.execute(sql`analyze turn, point_ledger`)
      const drill = { metric: 'sessions', sort: { field, order: 'desc' } } as const
      const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(
        sql`explain ${countedRows(asked, drill, sql`limit 1`)}`,
      )
      plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      throw new Error('seen')
    })
    await expect(look).rejects.toThrow('seen')
    expect(plan).toMatch(field === 'points' ? /point_ledger_session/ : /turn_ent_id_session_id_no_pk/)
  },
)
