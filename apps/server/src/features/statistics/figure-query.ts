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
import { idsOfFew, readVisible, type VisibleCustomers } from '../../list/index.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { readTimeZone } from '../enterprise/index.ts'
import { clockChanges, clockCounter, isTime } from './clock-changes.ts'
import { distinctCounter } from './customer-count.ts'
import type { CustomerGrouping } from './customer-groups.ts'
import { type CustomerPass, customerPass, partPass } from './customer-hours.ts'
import { sumCounter } from './customer-sums.ts'
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
  type Span,
  sumsAmong,
  TOGETHER,
} from './figures.repo.ts'
import { countRows, missedIn, openUnanswered, readOnline, unansweredThen } from './moments.repo.ts'
import { type Account, listAccounts } from './names.repo.ts'
import { hoursBetween, readChangedSince, readRollupState, type RollupState } from './rollup.repo.ts'
import { rankCounter } from './response-times.ts'
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
  caller: Caller
  state: RollupState | undefined
  /** First UTC hour that touches today and whose facts have changed since its rollup. */
  changedSince: Date | undefined
  unansweredBefore: Date
  /** What is made once, by its name. */
  made: Map<string, unknown>
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
  const made = new Map()
  return { entId, filter, period, timeZone, now, accounts, caller, state, changedSince, unansweredBefore, made }
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
  const changed = startOfHour(changedSince, timeZone)
  // Of a zone whose offset is no whole hour, a UTC hour may begin before today.
  return changed < start ? start : changed
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

/** Made once per query. */
function once<T>({ made }: FigureQuery, key: string, make: () => T): T {
  const found = (made.get(key) as T | undefined) ?? make()
  made.set(key, found)
  return found
}

/** Customers that the filter's conditions on customers let pass; undefined: all. */
export const visibleOf = (db: Queryable, query: FigureQuery): Promise<VisibleCustomers | undefined> =>
  once(query, 'visible', async () => {
    const { caller, filter } = query
    return asksForCustomers(filter) || filter.relationIds ? readVisible(db, caller, filter) : undefined
  })

const passingOf = async (db: Queryable, query: FigureQuery): Promise<Uint8Array | undefined> =>
  asksForCustomers(query.filter) ? (await visibleOf(db, query))?.numbers : undefined

/** More than these are not looked up one by one. */
const FEW_CUSTOMERS = 2_000

/** The filter for a list, which is read row by row. */
export async function listFilter(db: Queryable, query: FigureQuery): Promise<FactFilter> {
  const { entId, filter } = query
  const visible = asksForCustomers(filter) ? await visibleOf(db, query) : undefined
  const few = visible && (await idsOfFew(db, entId, visible, FEW_CUSTOMERS))
  return few ? { ...filter, few } : filter
}

/** What the rollups count for a list; undefined where a change of an earlier day waits for them: those of today are read from facts. */
export async function countKnown(
  db: Queryable,
  query: FigureQuery,
  names: readonly CountName[],
): Promise<number | undefined> {
  const { entId, period, now, timeZone } = query
  const changed = await readChangedSince(db, entId, period.start)
  const isBehind = changed && changed < startOfDay(zonedTime(now, timeZone), timeZone)
  return isBehind ? undefined : countTogether(db, query, names)
}

export function customersOf(db: Queryable, query: FigureQuery, period: Period): CustomerPass {
  const { filter, timeZone, state } = query
  const { start, until } = period
  const cut = rolledUntil(query, period)
  return once(query, `customers ${start.getTime()} ${cut.getTime()} ${until.getTime()}`, () =>
    customerPass(db, {
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

/** Sum of these counts of the period. */
export async function countTogether(db: Queryable, query: FigureQuery, names: readonly CountName[]): Promise<number> {
  const groups = await readNamed(db, query, { names, period: query.period, grouping: TOGETHER })
  const counts = groups.get('') ?? NO_COUNTS
  return names.reduce((sum, name) => sum + counts[name], 0)
}

/** Everything that these figures of a period are made of, by group. */
export const readCounts = (
  db: Queryable,
  query: FigureQuery,
  { metrics, ...asked }: Omit<CountsAsked, 'names'> & { metrics: readonly MetricName[] },
): Promise<Map<string, Counts>> => readNamed(db, query, { names: countsFor(metrics), ...asked })

type CountsAsked = {
  names: readonly CountName[]
  period: Period
  grouping: Grouping
  grain?: 'hour' | 'day'
  /** Other sums than those among the names. */
  sums?: readonly SumName[]
}

async function readNamed(
  db: Queryable,
  query: FigureQuery,
  { names: wanted, period, grouping, grain = 'day', sums: asked }: CountsAsked,
): Promise<Map<string, Counts>> {
  // While a period lasts, its comparison shows what was open at the same time before; sessions that ended since are among them.
  const isMoment = period.until < period.end && period.until < query.now
  const names = wanted.filter((name) => !(isMoment && name === 'endedUnanswered'))
  const { filter } = query
  const span = { start: period.start, end: period.until }
  const has = (name: CountName) => names.includes(name)
  const waitedMs = query.period.until.getTime() - query.unansweredBefore.getTime()
  const unanswered = isMoment
    ? unansweredThen(filter, span, new Date(span.end.getTime() - waitedMs))
    : openUnanswered(filter, span, query.unansweredBefore)
  const distinct = customersAmong(names)
  const [sums, customers, ranks, waiting, missed, online] = await Promise.all([
    readAllSums(db, query, { names: asked ?? sumsAmong(names), period, grouping, grain }),
    distinct.length > 0
      ? customersOf(db, query, period)(() => distinctCounter(filter, distinct, grouping.customers))
      : undefined,
    has('humanFirstMedian') || has('humanFirstP90') ? ranksOf(db, query, period, grouping.customers) : undefined,
    has('openUnanswered') ? countRows(db, filter, unanswered, grouping) : undefined,
    has('misses') ? countRows(db, filter, missedIn(filter, span), grouping) : undefined,
    has('onlineSec') ? readOnline(db, filter, span, grouping) : undefined,
  ])
  const counts = new Map<string, Counts>()
  const add = (key: string, part: Partial<Counts>) => counts.set(key, { ...(counts.get(key) ?? NO_COUNTS), ...part })
  for (const [key, part] of sums) add(key, part)
  for (const [key, part] of customers ?? []) add(key, part)
  for (const [key, part] of ranks ?? []) add(key, part)
  for (const [key, openUnanswered] of waiting ?? []) add(key, { openUnanswered })
  for (const [key, misses] of missed ?? []) add(key, { misses })
  for (const [key, onlineSec] of online ?? []) add(key, { onlineSec })
  const { onlyAgentId } = filter
  if (grouping === BY_AGENT && onlyAgentId) return new Map([...counts].filter(([key]) => key === onlyAgentId))
  return counts
}

/** Ranks of first response times. */
export const ranksOf = (db: Queryable, query: FigureQuery, period: Period, grouping: CustomerGrouping) =>
  customersOf(db, query, period)(() => rankCounter(query.filter, grouping))

type SumsAsked = { names: readonly SumName[]; period: Period; grouping: Grouping; grain: 'hour' | 'day' }

/**
 * Sums of whole hours from the rollups, and of the rest from facts. Those of customers are in `stat_hour`: it is read where the filter has
 * conditions on them, and for what another clock than the wall's changes.
 */
async function readAllSums(
  db: Queryable,
  query: FigureQuery,
  { names, period, grouping, grain }: SumsAsked,
): Promise<Map<string, Record<SumName, number>>> {
  const { filter } = query
  const { start, until } = period
  const cut = rolledUntil(query, period)
  const live = cut < until ? { start: cut, end: until } : undefined
  const asked = asksForCustomers(filter)
  const rolled = { start, end: cut }
  const inGroups = (groups: Map<string, Record<SumName, number>>) =>
    new Map([...groups].map(([key, sums]) => [key, inSeconds(sums, names)]))
  const isRolled = names.length > 0 && cut > start
  const isClocked = filter.clock !== WALL_CLOCK && names.some(isTime)
  const [groups, ...more] = await Promise.all([
    readSums(db, { filter, rolled: asked ? [] : rolledSpans(query, period, cut, grain), live }, names, grouping),
    isRolled && asked
      ? partOf(db, query, 'sums', rolled)(() => sumCounter(filter, names, grouping.customers)).then(inGroups)
      : undefined,
    isRolled && isClocked ? readClockChanges(db, query, { names, rolled, grouping }).then(inGroups) : undefined,
  ])
  for (const each of more)
    for (const [key, sums] of each ?? []) {
      const added = groups.get(key)
      groups.set(key, added ? addSums(names, added, sums) : sums)
    }
  return groups
}

/** Times are thousandths of a second: rounded, they do not depend on the order of addition. */
const addSums = <Name extends SumName>(
  names: readonly Name[],
  one: Record<Name, number>,
  other: Record<Name, number>,
) => Object.fromEntries(names.map((name) => [name, rounded(one[name] + other[name])])) as Record<Name, number>
const rounded = (value: number): number => Math.round(value * 1000) / 1000

const partOf = <Part extends 'sums' | 'times'>(db: Queryable, query: FigureQuery, part: Part, rolled: Span) =>
  once(query, `${part} ${rolled.start.getTime()} ${rolled.end.getTime()}`, () =>
    partPass(db, part, {
      filter: query.filter,
      epoch: query.state?.epoch ?? 0,
      rolled,
      passing: () => passingOf(db, query),
    }),
  )

/** Looked for once, however many groupings are asked for. */
function readClockChanges(
  db: Queryable,
  query: FigureQuery,
  { names, rolled, grouping }: { names: readonly SumName[]; rolled: Span; grouping: Grouping },
) {
  const { filter } = query
  const changes = once(query, `clock ${rolled.start.getTime()} ${rolled.end.getTime()}`, () => clockChanges(filter))
  return partOf(db, query, 'times', rolled)(() => clockCounter(changes, filter, names, grouping.customers))
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
  const ofSums = Object.fromEntries(names.map((name) => [name, rounded(added[name])]))
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
