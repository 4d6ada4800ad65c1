import { isDeepStrictEqual } from 'node:util'
import { DRILL_METRICS, type EntId, METRICS, RECEPTION_TYPES, receptionPlanApi } from '@ruwu/contract'
import { bucketStarts, type Counts, countsBehind } from '@ruwu/domain'
import { seededRandom } from '@ruwu/testkit'
import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { agentOnline, customerNo, customerTouched, enterprise, session } from '../../db/schema/index.ts'
import { EVERYTHING, HISTORY_FROM, type HistoryWorld, historyWorld } from '../../testing/history-world.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { planFields } from '../../testing/plan-fields.ts'
import { NUMBERED_MEANWHILE } from './customer-hours.repo.ts'
import { tagCounter } from './customer-count.ts'
import { readCounted } from './drill-down.repo.ts'
import { type Conditions, customersOf, figureQuery, readCounts } from './figure-query.ts'
import { BY_ACCOUNT, BY_AGENT, byBucket, type Grouping, TOGETHER } from './figures.repo.ts'
import { createRollupWorker } from './rollup-worker.ts'
import { listStale, lockRollup, markSince, readRollupState } from './rollup.repo.ts'

/** The clocks of Berlin are put forward within the period; in Kathmandu and St John's no hour of UTC begins a day. */
const ZONES = ['Europe/Berlin', 'Asia/Kathmandu', 'Asia/Shanghai', 'America/St_Johns'] as const

/** `npm run prove -- statistics` runs many, each with every combination of the filters. */
const SEEDS = Array.from({ length: Number(process.env.STATISTICS_SEEDS ?? 2) }, (_, n) => 1 + n)
const COMBINATIONS = process.env.STATISTICS_SEEDS ? Infinity : 24

/** Every combination of the filters that rollups answer. */
function filterCombinations({ accounts, lin, wei }: HistoryWorld): Conditions[] {
  const options: { [Key in keyof Conditions]?: Conditions[Key][] } = {
    sources: [[], ['redbook']],
    subSourceIds: [[], [accounts[0]!.id]],
    agentIds: [[], [lin.id], [lin.id, wei.id]],
    receptionTypes: [[], ['ai_agent'], ['manual', 'workflow']],
    traffic: [undefined, 'ad', 'organic'],
    workingHoursOnly: [false, true],
  }
  return Object.entries(options).reduce<Conditions[]>(
    (all, [key, values]) => all.flatMap((filter) => values.map((value) => ({ ...filter, [key]: value }))),
    [EVERYTHING],
  )
}

/** People receive by day only: the clock of one account stands still at night. */
const closeAtNight = ({ zhao, accounts }: HistoryWorld) =>
  zhao.call(receptionPlanApi.save, { body: planFields({ accountIds: [accounts[0]!.id] }) })

/** Groupings by which rollups and facts give other figures. */
async function disagreements({ db, caller, clock }: HistoryWorld, filter: Conditions, groupings: 'all' | 'total') {
  const query = await figureQuery(db.sql, caller, filter, clock.now())
  expect(query.state).toBeDefined()
  const { timeZone, period } = query
  const ask = (from: 'facts' | 'rollups', grouping: Grouping, grain: 'hour' | 'day') =>
    readCounts(db.sql, from === 'facts' ? { ...query, state: undefined, made: new Map() } : query, {
      metrics: METRICS,
      period,
      grouping,
      grain,
    })
  const ways: [Grouping, 'hour' | 'day'][] =
    groupings === 'total'
      ? [[TOGETHER, 'day']]
      : [
          [TOGETHER, 'day'],
          [TOGETHER, 'hour'],
          [BY_ACCOUNT, 'day'],
          [BY_AGENT, 'day'],
          [byBucket(bucketStarts(period, 'day', timeZone)), 'day'],
          [byBucket(bucketStarts(period, 'week', timeZone)), 'day'],
          [byBucket(bucketStarts(period, 'hour', timeZone)), 'hour'],
        ]
  const found: unknown[] = []
  for (const [grouping, grain] of ways) {
    const [rollups, facts] = [
      sorted(await ask('rollups', grouping, grain)),
      sorted(await ask('facts', grouping, grain)),
    ]
    if (!isDeepStrictEqual(rollups, facts)) found.push({ filter, rollups, facts })
  }
  return found
}

/** Groups in which nothing was counted may be absent. */
const sorted = (groups: Map<string, Counts>) =>
  [...groups]
    .filter(([, counts]) => Object.values(counts).some((value) => value > 0))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))

const rollupRows = async ({ db }: HistoryWorld, entId: EntId) => {
  const read = async (table: string) =>
    (
      await db.sql.execute(
        sql`select * from ${sql.identifier(table)} where ent_id = ${entId} order by ${sql.identifier(table)}::text`,
      )
    ).rows
  return { sums: await read('stat_sum'), customers: await read('stat_hour') }
}

// R158
test.each(SEEDS)(
  'rollups agree with facts under the filters they answer, also after late changes (seed %i)',
  async (seed) => {
    const here = await historyWorld(ZONES[(seed - 1) % ZONES.length]!, seed)
    await here.facts.add(40)
    await closeAtNight(here)
    await here.rollups.runAll()
    expect(await disagreements(here, EVERYTHING, 'all')).toEqual([])

    await here.facts.disturb()
    await here.facts.add(10)
    await here.facts.wait(new Date('2026-04-01T11:00:00Z'))
    await here.rollups.runAll()
    for (const workingHoursOnly of [false, true])
      expect(await disagreements(here, { ...EVERYTHING, workingHoursOnly }, 'all')).toEqual([])
    const random = seededRandom(seed)
    const chosen = filterCombinations(here)
      .map((filter) => ({ filter, place: random() }))
      .toSorted((one, other) => one.place - other.place)
      .slice(0, COMBINATIONS)
    for (const { filter } of chosen) expect(await disagreements(here, filter, 'total')).toEqual([])
  },
)

test('a change of reception without a message concerns every hour of its conversation', async () => {
  const here = await historyWorld('Asia/Shanghai', 10)
  const { db, facts, rollups } = here
  // The page is opened again long after the last message.
  await facts.add(1)
  await db.sql.execute(sql`update session set last_message_at = start_at, end_at = null, reception_path = '{ai_agent}'
    where ent_id = ${here.entId}`)
  await db.sql.execute(sql`insert into customer_activity (ent_id, session_id, slot, customer_id, relation_id)
    select ent_id, id, date_bin('15 minutes', start_at + interval '9 hours', start_at), customer_id, relation_id
    from session where ent_id = ${here.entId}`)
  await rollups.runAll()
  await db.sql.execute(sql`update session set reception_path = '{workflow,manual}' where ent_id = ${here.entId}`)
  await rollups.runAll()

  const filter: Conditions = { ...EVERYTHING, receptionTypes: ['workflow'] }
  expect(await disagreements(here, filter, 'all')).toEqual([])
})

test('an account outside the scope and an agent without anything are in no group', async () => {
  const here = await historyWorld('Asia/Shanghai', 16)
  const { db, clock, accounts } = here
  await here.facts.add(40)
  await closeAtNight(here)
  await here.rollups.runAll()
  const keysOf = async (caller: Caller, filter: Conditions, grouping: Grouping) => {
    const query = await figureQuery(db.sql, caller, filter, clock.now())
    return [
      ...(await readCounts(db.sql, query, { metrics: METRICS, period: query.period, grouping })).keys(),
    ].toSorted()
  }
  const scoped: Caller = { ...here.caller, accountScope: [accounts[0]!.id] }
  const byDay: Conditions[] = ['27', '28', '29'].map((day) => ({
    ...EVERYTHING,
    from: `2026-03-${day}`,
    to: `2026-03-${day}`,
    sources: ['redbook'],
  }))

  for (const workingHoursOnly of [false, true])
    expect(await keysOf(scoped, { ...EVERYTHING, workingHoursOnly }, BY_ACCOUNT)).toEqual([accounts[0]!.id])
  for (const filter of byDay)
    expect(await keysOf(here.caller, { ...filter, workingHoursOnly: true }, BY_AGENT)).toEqual(
      await keysOf(here.caller, filter, BY_AGENT),
    )
})

test('a time of more than 24 days counts as 24 in every way', async () => {
  const here = await historyWorld('Asia/Shanghai', 17)
  const { db, clock, caller, entId } = here
  await here.facts.add(40)
  // One each: a customer waits for one answer at a time.
  await db.sql
    .execute(sql`update turn set reply_at = start_at + interval '40 days' where ent_id = ${entId} and (session_id, no) in (
    select distinct on (customer_id) session_id, no from turn where reply_at is not null order by customer_id, start_at)`)
  await db.sql.execute(sql`update session set first_human_at = first_human_from + interval '40 days',
      last_talk_at = first_own_at + interval '40 days' where ent_id = ${entId} and id in (
    select distinct on (customer_id) id from session where first_human_at is not null order by customer_id, start_at)`)
  await closeAtNight(here)
  await here.rollups.runAll()

  const scoped = { ...here, caller: { ...caller, accountScope: [here.accounts[0]!.id] } }
  for (const who of [here, scoped])
    for (const workingHoursOnly of [false, true])
      expect(await disagreements(who, { ...EVERYTHING, workingHoursOnly }, 'total')).toEqual([])
  const query = await figureQuery(db.sql, caller, EVERYTHING, clock.now())
  const span = { start: query.period.start, end: query.period.until }
  for (const field of ['humanFirst', 'length'] as const) {
    const drill = { metric: 'sessions', page: 1, pageSize: 1, sort: { field, order: 'desc' } } as const
    const { rows } = await readCounted(db.sql, { ...query, span }, drill)
    expect([field, rows[0]?.[field]]).toEqual([field, 24 * 86_400])
  }
})

test('a rebuild changes nothing', async () => {
  const here = await historyWorld('Europe/Berlin', 3)
  await here.facts.add(25)
  await here.facts.disturb()
  await here.rollups.runAll()
  const before = await rollupRows(here, here.entId)

  await here.rollups.rebuild()

  expect(before.sums.length).toBeGreaterThan(10)
  expect(await rollupRows(here, here.entId)).toEqual(before)
})

test('the night computes the last 48 hours again, whatever is stored of them', async () => {
  const here = await historyWorld('Asia/Shanghai', 19)
  const { db, clock, entId, rollups } = here
  await here.facts.add(40)
  await rollups.runAll()
  const right = await rollupRows(here, entId)
  const wrong = sql`ent_id = ${entId} and start_at >= ${new Date(clock.now().getTime() - 20 * 3_600_000)}`
  await db.sql.execute(sql`update stat_sum set sessions = sessions + 7 where ${wrong}`)
  await db.sql.execute(sql`update stat_hour set customers = '', sums = '' where ${wrong}`)
  await rollups.runAll()
  expect(await rollupRows(here, entId)).not.toEqual(right)

  clock.advance(24 * 3_600_000)
  await rollups.runAll()

  const plain = ({ sums, customers }: typeof right) => ({ sums, customers: customers.map(withoutVersion) })
  expect(plain(await rollupRows(here, entId))).toEqual(plain(right))
})

const withoutVersion = ({ version: _version, ...row }: Record<string, unknown>) => row

test('a rebuild waits for the node that rolls up, and leaves no mark', async () => {
  const here = await historyWorld('Asia/Shanghai', 7)
  await here.facts.add(5)
  let rebuilt: Promise<void> | undefined
  await here.db.transaction(async ({ sql: node }) => {
    await lockRollup(node, here.entId)
    rebuilt = here.rollups.rebuild()
    const waiting = async () =>
      (
        await node.execute(sql`select 1 from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`)
      ).rows.length
    await expect.poll(waiting, { timeout: 5_000 }).toBe(1)
  })
  await rebuilt

  const { rows } = await here.db.sql.execute(sql`select 1 from stat_dirty where ent_id = ${here.entId}`)
  expect(rows).toEqual([])
})

test('an enterprise that cannot be rolled up does not keep the others from it, and is not tried at once again', async () => {
  const here = await historyWorld('Asia/Shanghai', 8)
  const { db, clock, zhao, rival } = here
  for (const { entId } of [zhao, rival]) await markSince(db.sql, entId, HISTORY_FROM, HISTORY_FROM)
  const [first, second] = await listStale(db.sql, clock.now())
  let calls = 0
  const transaction: typeof db.transaction = (work) =>
    (calls += 1) === 1 ? Promise.reject(new Error('connection lost')) : db.transaction(work)
  const worker = createRollupWorker({ db: { ...db, transaction }, clock })

  await expect(worker.run()).rejects.toMatchObject({ errors: [new Error('connection lost')] })
  await worker.run()

  expect(await readRollupState(db.sql, first!.entId)).toBeUndefined()
  expect(await readRollupState(db.sql, second!.entId)).toBeDefined()
})

test('online time is cut at the hours', async () => {
  const { db, caller, clock, entId, lin, wei } = await historyWorld('Asia/Shanghai', 9)
  const online = (agentId: typeof lin.id, start: string, end: string) => ({
    entId,
    agentId,
    startAt: new Date(`2026-03-31T${start}Z`),
    endAt: new Date(`2026-03-31T${end}Z`),
  })
  await db.sql
    .insert(agentOnline)
    .values([online(lin.id, '01:50:00', '03:10:00'), online(wei.id, '02:30:00', '02:31:00')])
  const query = await figureQuery(db.sql, caller, { ...EVERYTHING, from: '2026-03-31', to: '2026-03-31' }, clock.now())
  const starts = bucketStarts(query.period, 'hour', query.timeZone)
  const read = async (grouping: Grouping) =>
    Object.fromEntries(
      [...(await readCounts(db.sql, query, { metrics: ['onlineTime'], period: query.period, grouping }))].map(
        ([key, { onlineSec }]) => [key, onlineSec],
      ),
    )

  // The hour from 01:00 is the tenth of the day in Shanghai.
  expect(await read(byBucket(starts))).toEqual({ 10: 600, 11: 3_660, 12: 600 })
  expect(await read(TOGETHER)).toEqual({ '': 4_860 })
  expect(await read(BY_AGENT)).toEqual({ [lin.id]: 4_800, [wei.id]: 60 })
})

test('facts that are written while several nodes roll up are not lost', async () => {
  const here = await historyWorld('Asia/Shanghai', 6)
  const other = createRollupWorker(here)
  await here.facts.add(5)
  await here.rollups.runAll()

  await Promise.all([
    here.facts.add(20),
    ...Array.from({ length: 8 }, (_, n) => (n % 2 ? other : here.rollups).runAll()),
  ])
  await here.rollups.runAll()

  expect(await disagreements(here, EVERYTHING, 'all')).toEqual([])
})

test('an hour with a customer that has no number yet is rolled up again', async () => {
  const here = await historyWorld('Asia/Shanghai', 13)
  const { db, entId } = here
  await here.facts.add(10)
  const marks = await db.sql.select().from(customerTouched).where(eq(customerTouched.entId, entId))
  await db.sql.delete(customerTouched).where(eq(customerTouched.entId, entId))
  await here.rollups.runAll()
  const { rows } = await db.sql.execute(sql`select 1 from stat_dirty where ent_id = ${entId}`)
  expect(rows.length).toBeGreaterThan(5)

  await db.sql.insert(customerTouched).values(marks)
  await here.rollups.runAll()

  expect(await disagreements(here, EVERYTHING, 'all')).toEqual([])
})

test('what has changed today is counted before its rollup, as the list behind it has it', async () => {
  const here = await historyWorld('Asia/Shanghai', 14)
  await here.facts.add(20)
  await here.rollups.runAll()
  await here.facts.wait(new Date('2026-04-01T09:30:00Z'))

  expect(await disagreements(here, EVERYTHING, 'all')).toEqual([])
})

test('in a zone of half an hour what has changed in the first half hour of today is counted before its rollup', async () => {
  const here = await historyWorld('Asia/Kolkata', 18)
  await here.facts.add(20)
  await here.rollups.runAll()
  // Today begins at 18:30 UTC, within the UTC hour that is marked; the other session is of yesterday.
  await here.db.sql
    .execute(sql`update session set start_at = '2026-03-31T18:10:00Z'::timestamptz + n * interval '30 minutes'
    from (select id as chosen, row_number() over (order by id) - 1 as n from session where ent_id = ${here.entId} limit 2) c
    where ent_id = ${here.entId} and id = chosen`)

  const today: Conditions = { ...EVERYTHING, from: '2026-04-01', to: '2026-04-01' }
  expect(await disagreements(here, today, 'all')).toEqual([])
})

test('the number that a customer has for one answer only is of no other customer', async () => {
  const here = await historyWorld('Asia/Shanghai', 15)
  const { db, caller, clock, entId } = here
  await here.facts.add(20)
  await here.rollups.runAll()
  // Customers of one instant are numbered in any order: one who was there.
  const [first] = await db.sql
    .select(getTableColumns(customerNo))
    .from(customerNo)
    .innerJoin(session, and(eq(session.entId, customerNo.entId), eq(session.customerId, customerNo.customerId)))
    .where(eq(customerNo.entId, entId))
    .orderBy(customerNo.no)
    .limit(1)
  await db.sql.delete(customerNo).where(and(eq(customerNo.entId, entId), eq(customerNo.no, first!.no)))

  const query = await figureQuery(db.sql, caller, EVERYTHING, clock.now())
  const counting = await customersOf(
    db.sql,
    { ...query, state: undefined },
    query.period,
  )(() => tagCounter(query.filter))

  expect(counting.numberOf(first!.customerId)).toBe(12 + NUMBERED_MEANWHILE)
})

test('another time zone has other days: the rollups follow it', async () => {
  const here = await historyWorld('Europe/Berlin', 4)
  await here.facts.add(15)
  await here.rollups.runAll()
  await here.db.sql.update(enterprise).set({ timezone: 'Asia/Kolkata' }).where(eq(enterprise.id, here.entId))

  await here.rollups.runAll()

  expect(await disagreements(here, EVERYTHING, 'all')).toEqual([])
})

test('the list behind a figure has as many rows as the figure says, whatever the filter', async () => {
  const here = await historyWorld('Asia/Shanghai', 5)
  const { db, caller, clock, lin } = here
  await here.facts.add(40)
  await here.facts.wait(new Date('2026-04-01T11:00:00Z'))
  await closeAtNight(here)
  await here.rollups.runAll()
  const cases: Conditions[] = [
    EVERYTHING,
    { ...EVERYTHING, workingHoursOnly: true },
    { ...EVERYTHING, agentIds: [lin.id] },
    { ...EVERYTHING, receptionTypes: [RECEPTION_TYPES[0]], traffic: 'organic' },
  ]

  for (const filter of cases) {
    const query = await figureQuery(db.sql, caller, filter, clock.now())
    const { period, timeZone, unansweredBefore } = query
    const counts = (await readCounts(db.sql, query, { metrics: METRICS, period, grouping: TOGETHER })).get('')
    for (const metric of DRILL_METRICS) {
      const { total, rows } = await readCounted(
        db.sql,
        { filter: query.filter, span: { start: period.start, end: period.until }, timeZone, unansweredBefore },
        { metric, page: 1, pageSize: 100, sort: { field: 'at', order: 'desc' } },
      )
      const expected = countsBehind(metric).reduce((sum, name) => sum + (counts?.[name] ?? 0), 0)
      expect([metric, total]).toEqual([metric, expected])
      expect(new Set(rows.map((row) => row.key)).size).toBe(rows.length)
    }
  }
})

test('a list is counted again where the figure that is known of it has become another', async () => {
  const here = await historyWorld('Asia/Shanghai', 17)
  const { db, caller, clock } = here
  await here.facts.add(20)
  const { filter, period, timeZone, unansweredBefore } = await figureQuery(db.sql, caller, EVERYTHING, clock.now())
  const span = { start: period.start, end: period.until }
  const read = (known?: number, page = 1, pageSize = 10) =>
    readCounted(
      db.sql,
      { filter, span, timeZone, unansweredBefore },
      { metric: 'sessions', page, pageSize, sort: { field: 'at', order: 'desc' } },
      known,
    )
  const { total, rows } = await read()
  expect([total > 1, rows.length]).toEqual([true, Math.min(10, total)])

  expect((await read(0)).total).toBe(total)
  // The page is full, and the last.
  expect((await read(total - 1, 1, total - 1)).total).toBe(total)
  expect((await read(total + 5, 99)).total).toBe(total)
})
