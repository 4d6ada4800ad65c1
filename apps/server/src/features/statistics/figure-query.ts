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
import { receptionBits, WALL_CLOCK } from './fact-families.repo.ts'
import {
  BY_AGENT,
  byBucket,
  customersAmong,
  type FactFilter,
  type Grouping,
  needsFacts,
  readCustomers,
  readSums,
  type RollupPart,
  type Sources,
  splitTimes,
  sumsAmong,
  TOGETHER,
} from './figures.repo.ts'
import { countUnanswered, openUnanswered, readOnline, readRanks, unansweredThen } from './moments.repo.ts'
import { type Account, listAccounts } from './names.repo.ts'
import { readRollupState, type RollupState } from './rollup.repo.ts'
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
  unansweredBefore: Date
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
  return { entId, filter, period, timeZone, now, accounts, accountScope, state, unansweredBefore }
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

/** Whole days or hours come from the rollups, the rest and what they cannot answer from facts. */
export function sourcesOf(
  { filter, state, timeZone }: FigureQuery,
  part: RollupPart,
  { start, end, until }: Period,
  grain: 'hour' | 'day' = 'day',
): Sources {
  const isRolled = state !== undefined && state.timeZone === timeZone && !needsFacts(filter, part)
  if (!isRolled) return { filter, rolled: undefined, live: { start, end: until } }
  const cut =
    until >= end
      ? end
      : grain === 'day'
        ? startOfDay(zonedTime(until, timeZone), timeZone)
        : startOfHour(until, timeZone)
  return {
    filter,
    rolled: cut > start ? { grain, start, end: cut } : undefined,
    live: cut < until ? { start: cut, end: until } : undefined,
  }
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
  const [sums, customers, ranks, waiting, online] = await Promise.all([
    readAllSums(db, query, { names: asked ?? sumsAmong(names), period, grouping, grain }),
    readCustomers(db, sourcesOf(query, 'customers', period, grain), customersAmong(names), grouping),
    has('humanFirstMedian') || has('humanFirstP90') ? readRanks(db, filter, span, grouping) : undefined,
    has('openUnanswered') ? countUnanswered(db, filter, unanswered, grouping) : undefined,
    has('onlineSec') ? readOnline(db, filter, span, grouping) : undefined,
  ])
  const counts = new Map<string, Counts>()
  const add = (key: string, part: Partial<Counts>) => counts.set(key, { ...(counts.get(key) ?? NO_COUNTS), ...part })
  for (const [key, part] of sums) add(key, part)
  for (const [key, part] of customers) add(key, part)
  for (const [key, part] of ranks ?? []) add(key, part)
  for (const [key, openUnanswered] of waiting ?? []) add(key, { openUnanswered })
  for (const [key, onlineSec] of online ?? []) add(key, { onlineSec })
  const { onlyAgentId } = filter
  if (grouping === BY_AGENT && onlyAgentId) return new Map([...counts].filter(([key]) => key === onlyAgentId))
  return counts
}

/** Sums by group; those that the clock changes may have other sources. */
async function readAllSums(
  db: Queryable,
  query: FigureQuery,
  {
    names,
    period,
    grouping,
    grain,
  }: { names: readonly SumName[]; period: Period; grouping: Grouping; grain: 'hour' | 'day' },
): Promise<[key: string, sums: Partial<Counts>][]> {
  const parts = query.filter.clock === WALL_CLOCK ? { sums: names, times: [] } : splitTimes(names)
  const read = (part: 'sums' | 'times') => readSums(db, sourcesOf(query, part, period, grain), parts[part], grouping)
  return (await Promise.all([read('sums'), read('times')])).flatMap((groups) => [...groups])
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
      grouping: byBucket(starts, granularity),
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
