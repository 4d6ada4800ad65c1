import {
  CHANNEL_METRICS,
  type ChannelRow,
  type MetricName,
  type OverviewRow,
  type ReceptionRow,
  RESPONSE_BUCKETS,
  type Series,
  SOURCES,
  type Tile,
} from '@ruwu/contract'
import { changeRate, type Counts, metricValue, NO_COUNTS } from '@ruwu/domain'
import type { OriginCounts } from './customer-count.ts'
import { BUCKET_COUNTS } from './drill-down.repo.ts'
import { type FigureQuery, sumCounts, valuesOf } from './figure-query.ts'
import type { Account } from './names.repo.ts'
import { FUNNEL } from './tab-metrics.ts'

export const ratio = (part: number, whole: number): number => (whole === 0 ? -1 : part / whole)

export function toTile(name: MetricName, now: Counts, base: Counts | undefined): Tile {
  const value = metricValue(name, now)
  if (!base) return { name, value, base: null, changeRate: null }
  const before = metricValue(name, base)
  return { name, value, base: before, changeRate: changeRate(value, before) }
}

/** A line over the parts of a period, which are counted from 1. */
export const toSeries = (
  name: MetricName,
  isBase: boolean,
  starts: readonly Date[],
  parts: ReadonlyMap<string, Counts>,
): Series => ({
  name,
  isBase,
  points: starts.map((start, index) => ({
    t: start.toISOString(),
    v: metricValue(name, parts.get(String(index + 1)) ?? NO_COUNTS),
  })),
})

export function bucketRows(counts: Partial<Counts> = {}): ReceptionRow[] {
  const values = RESPONSE_BUCKETS.map((bucket) => ({ bucket, value: counts[BUCKET_COUNTS[bucket]] ?? 0 }))
  const all = values.reduce((sum, { value }) => sum + value, 0)
  return values.map((each) => ({ ...each, rate: ratio(each.value, all) }))
}

/** Each step with its rate to the one before. */
export const funnelRows = (counts: Counts): OverviewRow[] =>
  FUNNEL.map((name, step) => {
    const value = metricValue(name, counts)
    const previous = FUNNEL[step - 1]
    return { group: 'funnel', name, value, rate: previous ? ratio(value, metricValue(previous, counts)) : 1 }
  })

export const sourceRows = ({ accounts }: FigureQuery, byAccount: Map<string, Counts>, all: Counts): OverviewRow[] =>
  SOURCES.map((source) => {
    const value = accounts
      .filter((account) => account.source === source)
      .reduce((sum, { id }) => sum + (byAccount.get(id)?.enterCustomers ?? 0), 0)
    return { group: 'source', source, value, rate: ratio(value, all.enterCustomers) }
  })

const accountRow = ({ id, name, source, parentId }: Account, counts: Counts): ChannelRow => ({
  group: 'account',
  subSourceId: id,
  parentId,
  name,
  source,
  values: valuesOf(CHANNEL_METRICS, counts),
})

/** No list means all. */
const isAmong = (ids: readonly string[] | null | undefined, id: string) => !ids || ids.includes(id)

/** Accounts of the filter and the caller's scope. A main account's figures include those of its sub-accounts, which follow it. */
export function accountRows(query: FigureQuery, byAccount: Map<string, Counts>): ChannelRow[] {
  const { accounts, caller, filter } = query
  // One's own customers are visible in every account.
  const isShown = ({ id }: Account) =>
    byAccount.has(id) || (isAmong(filter.relationIds, id) && isAmong(caller.accountScope, id))
  const countsOf = (id: string) => byAccount.get(id) ?? NO_COUNTS
  return accounts
    .filter(({ parentId }) => parentId === null)
    .flatMap((main) => {
      const below = accounts.filter((each) => each.parentId === main.id && isShown(each))
      if (below.length === 0 && !isShown(main)) return []
      const all = sumCounts([main, ...below].map(({ id }) => countsOf(id)))
      return [accountRow(main, all), ...below.map((each) => accountRow(each, countsOf(each.id)))]
    })
}

type Origins = readonly OriginCounts[]

export function originRows(
  { accounts }: FigureQuery,
  contents: Origins,
  ads: Origins,
  titles: ReadonlyMap<string, string>,
): ChannelRow[] {
  const common = ({ relationId, enterCustomers, talkCustomers, leadCustomers }: Origins[number]) => ({
    source: accounts.find(({ id }) => id === relationId)?.source ?? SOURCES[0],
    values: valuesOf(CHANNEL_METRICS, { ...NO_COUNTS, enterCustomers, talkCustomers, leadCustomers }),
  })
  return [
    ...contents.map((each) => ({
      group: 'content' as const,
      contentId: each.id,
      name: titles.get(each.id) || each.id,
      ...common(each),
    })),
    // Neither platform tells the cost of an advertisement.
    ...ads.map((each) => ({
      group: 'ad' as const,
      adId: each.id,
      name: each.name,
      ...common(each),
      cost: null,
      costPerLead: null,
    })),
  ]
}

/** While a period lasts, what is counted lasts until now, as far as it is where it was read: that may be `ageMs` old. */
export function asOf({ state, now, period }: FigureQuery, ageMs: number): string {
  const known = new Date(now.getTime() - ageMs)
  return (period.until < period.end ? known : (state?.asOf ?? known)).toISOString()
}
