import type { EntId, Granularity, MetricName, RelationId, Source, StatisticsFilter } from '@ruwu/contract'
import {
  type CountName,
  type Counts,
  METRIC_CATALOGUE,
  metricValue,
  NO_COUNTS,
  type Period,
  periodBefore,
  periodOf,
  startOfDay,
  startOfHour,
  type SumName,
  zonedTime,
} from '@ruwu/domain'
import { readCustomerSetting } from '../../customer/customer-setting.repo.ts'
import { visibleTo } from '../../customer/visibility.repo.ts'
import type { Queryable } from '../../db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { readTimeZone } from '../enterprise/index.ts'
import { countCustomers, rankWaits, sumCustomers } from './customer-count.ts'
import { readPassing } from './customer-hours.repo.ts'
import { type CustomerHours, readCustomerHours, readSumHours } from './customer-hours.ts'
import { receptionBits, WALL_CLOCK } from './fact-families.repo.ts'
import {
  asksForCustomers,
  BY_AGENT,
  byBucket,
  customersAmong,
  type FactFilter,
  type Grouping,
  inSeconds,
  readSums,
  splitTimes,
  sumsAmong,
  TOGETHER,
} from './figures.repo.ts'
import { countUnanswered, openUnanswered, readOnline, readRanks, unansweredThen } from './moments.repo.ts'
import { type Account, listAccounts } from './names.repo.ts'
import { hoursBetween, readChangedSince, readRollupState, type RollupState } from './rollup.repo.ts'
import { workingHours } from './working-hours.repo.ts'

const MINUTE_MS = 60_000

/** What is asked for, resolved for the caller: conditions, period, accounts and how far the rollups are. */
export type FigureQuery = {
  entId: EntId
  filter: FactFilter
  period: Period
  timeZone: string
  now: Date
  accounts: readonly Account[]
  accountScope: Caller['accountScope']
  state: RollupState | undefined
  /** First hour of today whose facts have changed since its rollup. */
  changedSince: Date | undefined
  unansweredBefore: Date
  /** What is read once, by its name. */
  read: Map<string, Promise<unknown>>
}

export type Conditions = Pick<
  StatisticsFilter,
  'range' | 'from' | 'to' | 'sources' | 'subSourceIds' | 'agentIds' | 'tagIds' | 'receptionTypes' | 'traffic'
> &
  Partial<Pick<StatisticsFilter, 'workingHoursOnly'>>

export async function figureQuery(db: Queryable, caller: Caller, asked: Conditions, now: Date): Promise<FigureQuery> {
  const { entId } = caller
  const [timeZone, accounts, state, setting] = await Promise.all([
    readTimeZone(db, entId),
    listAccounts(db, entId),
    readRollupState(db, entId),
    readCustomerSetting(db, entId),
  ])
  const changedSince = await readChangedSince(db, entId, startOfDay(zonedTime(now, timeZone), timeZone))
  const period = periodOf(asked, now, timeZone)
  const counted = { start: periodBefore(period, timeZone).start, end: now }
  const filter: FactFilter = {
    entId,
    relationIds: chosenAccounts(accounts, asked),
    agentIds: asked.agentIds,
    receptions: receptionBits(asked.receptionTypes),
    traffic: asked.traffic,
    tagIds: asked.tagIds,
    visible: visibleTo(caller),
    onlyAgentId: caller.customerScope === 'own' ? caller.agentId : undefined,
    clock: asked.workingHoursOnly ? await workingHours(db, entId, counted) : WALL_CLOCK,
  }
  const unansweredBefore = new Date(now.getTime() - setting.unansweredMinutes * MINUTE_MS)
  const { accountScope } = caller
  const read = new Map()
  return { entId, filter, period, timeZone, now, accounts, accountScope, state, changedSince, unansweredBefore, read }
}

/** A main account's id stands for its sub-accounts too. */
function chosenAccounts(
  accounts: readonly Account[],
  { sources, subSourceIds }: { sources: readonly Source[]; subSourceIds: readonly RelationId[] },
): RelationId[] | undefined {
  if (sources.length === 0 && subSourceIds.length === 0) return undefined
  return accounts
    .filter(({ source }) => sources.length === 0 || sources.includes(source))
    .filter(
      ({ id, parentId }) =>
        subSourceIds.length === 0 ||
        subSourceIds.includes(id) ||
        (parentId !== null && subSourceIds.includes(parentId)),
    )
    .map(({ id }) => id)
}

const isRolledUp = ({ state, timeZone }: FigureQuery): boolean => state !== undefined && state.timeZone === timeZone

/**
 * Up to when whole hours of the period come from the rollups; its start where none do. Hours of today that have changed since their
 * rollup, and those after them, are read from facts: a figure is equal to the list behind it.
 */
function rolledUntil(query: FigureQuery, { start, end, until }: Period): Date {
  if (!isRolledUp(query)) return start
  if (until >= end) return end
  const { timeZone, changedSince, now } = query
  const hour = startOfHour(until, timeZone)
  const isNow = until.getTime() >= now.getTime()
  if (!isNow || !changedSince || changedSince >= hour) return hour
  return startOfHour(changedSince, timeZone)
}

/** Days and hours of the rollups that sums are read from, up to `until`. */
function rolledSpans({ timeZone }: FigureQuery, { start }: Period, until: Date, grain: 'hour' | 'day') {
  const days = grain === 'hour' ? start : startOfDay(zonedTime(until, timeZone), timeZone)
  const spans = [
    { grain: 'day' as const, start, end: days },
    { grain: 'hour' as const, start: days, end: until },
  ]
  return spans.filter((each) => each.start < each.end)
}

/** Read once per query. */
function once<T>({ read }: FigureQuery, key: string, work: () => Promise<T>): Promise<T> {
  const found = (read.get(key) as Promise<T> | undefined) ?? work()
  read.set(key, found)
  return found
}

const passingOf = (db: Queryable, query: FigureQuery): Promise<Int32Array | undefined> =>
  once(query, 'passing', () => readPassing(db, query.filter))

export function customersOf(db: Queryable, query: FigureQuery, period: Period): Promise<CustomerHours> {
  const { filter, timeZone, state } = query
  const { start, until } = period
  const cut = rolledUntil(query, period)
  return once(query, `customers ${start.getTime()} ${cut.getTime()} ${until.getTime()}`, () =>
    readCustomerHours(db, {
      filter,
      epoch: state?.epoch ?? 0,
      rolled: cut > start ? { start, end: cut } : undefined,
      live: hoursBetween(cut, until, timeZone),
      passing: () => passingOf(db, query),
    }),
  )
}

export const countsFor = (metrics: readonly MetricName[]): CountName[] => [
  ...new Set(
    metrics.flatMap((name) => {
      const { of, per } = METRIC_CATALOGUE[name]
      return [...of, ...(per ? [per] : [])]
    }),
  ),
]

/** Everything that these figures of a period are made of, by group. */
export async function readCounts(
  db: Queryable,
  query: FigureQuery,
  {
    metrics,
    period,
    grouping,
    grain = 'day',
    sums: asked,
  }: {
    metrics: readonly MetricName[]
    period: Period
    grouping: Grouping
    grain?: 'hour' | 'day'
    /** Other sums than those of the metrics. */
    sums?: readonly SumName[]
  },
): Promise<Map<string, Counts>> {
  // While a period lasts, its comparison shows what was open at the same time before; sessions that ended since are among them.
  const isMoment = period.until < period.end && period.until < query.now
  const names = countsFor(metrics).filter((name) => !(isMoment && name === 'endedUnanswered'))
  const { filter } = query
  const span = { start: period.start, end: period.until }
  const has = (name: CountName) => names.includes(name)
  const waitedMs = query.period.until.getTime() - query.unansweredBefore.getTime()
  const unanswered = isMoment
    ? unansweredThen(filter, span, new Date(span.end.getTime() - waitedMs))
    : openUnanswered(filter, span, query.unansweredBefore)
  const distinct = customersAmong(names)
  const [sums, customers, ranks, waiting, online] = await Promise.all([
    readAllSums(db, query, { names: asked ?? sumsAmong(names), period, grouping, grain }),
    distinct.length > 0
      ? customersOf(db, query, period).then((view) => countCustomers(view, filter, distinct, grouping.customers))
      : undefined,
    has('humanFirstMedian') || has('humanFirstP90') ? ranksOf(db, query, period, grouping) : undefined,
    has('openUnanswered') ? countUnanswered(db, filter, unanswered, grouping) : undefined,
    has('onlineSec') ? readOnline(db, filter, span, grouping) : undefined,
  ])
  const counts = new Map<string, Counts>()
  const add = (key: string, part: Partial<Counts>) => counts.set(key, { ...(counts.get(key) ?? NO_COUNTS), ...part })
  for (const [key, part] of sums) add(key, part)
  for (const [key, part] of customers ?? []) add(key, part)
  for (const [key, part] of ranks ?? []) add(key, part)
  for (const [key, openUnanswered] of waiting ?? []) add(key, { openUnanswered })
  for (const [key, onlineSec] of online ?? []) add(key, { onlineSec })
  const { onlyAgentId } = filter
  if (grouping === BY_AGENT && onlyAgentId) return new Map([...counts].filter(([key]) => key === onlyAgentId))
  return counts
}

/** Ranks of first response times; another clock than the wall's measures others. */
export async function ranksOf(db: Queryable, query: FigureQuery, period: Period, grouping: Grouping) {
  const { filter } = query
  return filter.clock === WALL_CLOCK
    ? rankWaits(await customersOf(db, query, period), filter, grouping.customers)
    : readRanks(db, filter, { start: period.start, end: period.until }, grouping)
}

type SumsAsked = { names: readonly SumName[]; period: Period; grouping: Grouping; grain: 'hour' | 'day' }

/** Sums by group; those that the clock changes are read from facts. */
async function readAllSums(
  db: Queryable,
  query: FigureQuery,
  { names, ...asked }: SumsAsked,
): Promise<[key: string, sums: Partial<Counts>][]> {
  const { filter } = query
  const { period, grouping } = asked
  const { sums, times } = filter.clock === WALL_CLOCK ? { sums: names, times: [] } : splitTimes(names)
  const whole = { filter, rolled: [], live: { start: period.start, end: period.until } }
  const read = await Promise.all([
    readRolledSums(db, query, { names: sums, ...asked }),
    readSums(db, whole, times, grouping),
  ])
  return read.flatMap((groups) => [...groups])
}

/** Sums of whole hours from the rollups: those of customers where the filter has conditions on them. The rest is read from facts. */
async function readRolledSums(db: Queryable, query: FigureQuery, { names, period, grouping, grain }: SumsAsked) {
  const { filter, state } = query
  const { start, until } = period
  const cut = rolledUntil(query, period)
  const span = cut < until ? { start: cut, end: until } : undefined
  if (!asksForCustomers(filter))
    return readSums(db, { filter, rolled: rolledSpans(query, period, cut, grain), live: span }, names, grouping)
  const rest = readSums(db, { filter, rolled: [], live: span }, names, grouping)
  if (names.length === 0 || cut <= start) return rest
  const rolled = once(query, `sums ${start.getTime()} ${cut.getTime()}`, () =>
    readSumHours(db, {
      filter,
      epoch: state?.epoch ?? 0,
      rolled: { start, end: cut },
      passing: () => passingOf(db, query),
    }),
  )
  const [live, hours] = await Promise.all([rest, rolled])
  const groups = new Map(live)
  for (const [key, sums] of sumCustomers(hours, filter, names, grouping.customers)) {
    const added = groups.get(key)
    const total = inSeconds(sums, names)
    groups.set(
      key,
      added
        ? (Object.fromEntries(names.map((name) => [name, total[name] + added[name]])) as Record<SumName, number>)
        : total,
    )
  }
  return groups
}

type Parts = {
  period: Period
  /** Of the whole period, and of its parts. */
  metrics: { whole: readonly MetricName[]; parts: readonly MetricName[] }
  starts: readonly Date[]
  granularity: Granularity
  /** Sums of the whole period beside those of its metrics. */
  sums?: readonly SumName[]
}

/** Counts of a period and of its parts by number. Sums of the parts add up: they are read once for both. */
export async function readWhole(
  db: Queryable,
  query: FigureQuery,
  { period, metrics, starts, granularity, sums = [] }: Parts,
): Promise<{ whole: Counts; parts: Map<string, Counts> }> {
  const names = [...new Set([...sumsAmong(countsFor([...metrics.whole, ...metrics.parts])), ...sums])]
  const [parts, whole] = await Promise.all([
    readCounts(db, query, {
      metrics: metrics.parts,
      period,
      grouping: byBucket(starts),
      grain: granularity === 'hour' ? 'hour' : 'day',
      sums: names,
    }),
    readCounts(db, query, { metrics: metrics.whole, period, grouping: TOGETHER, sums: [] }),
  ])
  const added = sumCounts(parts.values())
  // Times are thousandths of a second: rounded, they do not depend on the order of addition.
  const ofSums = Object.fromEntries(names.map((name) => [name, Math.round(added[name] * 1000) / 1000]))
  return { whole: { ...(whole.get('') ?? NO_COUNTS), ...ofSums }, parts }
}

/** Adds up groups that share no customer. Ranks cannot be added. */
export function sumCounts(groups: Iterable<Counts>): Counts {
  const total: Counts = { ...NO_COUNTS }
  for (const group of groups) for (const name of Object.keys(total) as CountName[]) total[name] += group[name]
  return { ...total, humanFirstMedian: -1, humanFirstP90: -1 }
}

export const valuesOf = <Name extends MetricName>(names: readonly Name[], counts: Counts): Record<Name, number> =>
  Object.fromEntries(names.map((name) => [name, metricValue(name, counts)])) as Record<Name, number>
