import {
  type Data,
  POINT_ITEMS,
  type PointConsume,
  type PointConsumeFilter,
  type PointItem,
  type pointsApi,
  type PointSeries,
  type PointTimelineFilter,
  type PointTotals,
  type PointType,
} from '@ruwu/contract'
import { bucketStarts, periodOf, POINT_ITEM_LABELS, POINT_STATISTICS_TEXTS } from '@ruwu/domain'
import type { Database } from '../../db/database.ts'
import { shownPage } from '../../db/paging.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { readTimeZone } from '../enterprise/index.ts'
import { listAccountNames, listConsumption, readTimeline, readTypeSums } from './point-statistics.repo.ts'

/** Accounts with a series of their own; the others are one. */
const OWN_SERIES = 7

export type PointStatistics = ReturnType<typeof createPointStatistics>

/** Where points went. 消耗 is charges less refunds, by the days of the enterprise. */
export function createPointStatistics({ db, clock }: { db: Database; clock: Clock }) {
  const resolve = async ({ entId }: Caller, asked: Parameters<typeof periodOf>[0]) => {
    const timeZone = await readTimeZone(db.sql, entId)
    return { timeZone, period: periodOf(asked, clock.now(), timeZone) }
  }

  const accountNames = async ({ entId }: Caller, ids: readonly string[]): Promise<Map<string, string>> =>
    new Map((await listAccountNames(db.sql, entId, ids.filter(Boolean))).map(({ id, name }) => [id, name]))

  return {
    async totals(caller: Caller, days: { from?: string | undefined; to?: string | undefined }): Promise<PointTotals> {
      const { period } = await resolve(caller, { range: 'custom', ...days })
      const sums = new Map((await readTypeSums(db.sql, caller.entId, period)).map(({ type, delta }) => [type, delta]))
      const sumOf = (type: PointType) => sums.get(type) ?? 0
      return {
        consume: Math.abs(sumOf('consume')),
        recharge: sumOf('recharge'),
        bonus: sumOf('bonus'),
        refund: sumOf('refund'),
        expired: Math.abs(sumOf('expire')),
        adjust: sumOf('adjust'),
      }
    },

    async timeline(caller: Caller, asked: PointTimelineFilter): Promise<Data<typeof pointsApi.timeline>> {
      const { timeZone, period } = await resolve(caller, asked)
      const { granularity, groupBy } = asked
      const starts = bucketStarts(period, granularity, timeZone)
      const cells = await readTimeline(db.sql, caller.entId, period, { granularity, groupBy, starts, timeZone })
      const sums = new Map<string, number>()
      for (const { key, points } of cells) sums.set(key ?? '', (sums.get(key ?? '') ?? 0) + points)
      const largest = [...sums].toSorted((one, other) => other[1] - one[1]).map(([key]) => key)
      const own = groupBy === 'item' ? shownItems(sums) : largest.slice(0, OWN_SERIES)
      const valuesOf = (isIn: (key: string) => boolean) => {
        const values = starts.map((start) => ({ t: start.toISOString(), v: 0 }))
        for (const { key, bucket, points } of cells) {
          const value = values[bucket - 1]
          if (value && isIn(key ?? '')) value.v += points
        }
        return values
      }
      const names = groupBy === 'item' ? undefined : await accountNames(caller, own)
      const series = own.map((key): PointSeries => ({
        key: key || 'shared',
        name: names ? nameOfAccount(key, names.get(key)) : POINT_ITEM_LABELS[key as PointItem],
        points: valuesOf((each) => each === key),
      }))
      const rest = groupBy === 'item' ? [] : largest.slice(OWN_SERIES)
      if (rest.length > 0)
        series.push({ key: 'other', name: POINT_STATISTICS_TEXTS.other, points: valuesOf((key) => rest.includes(key)) })
      return { series, total: [...sums.values()].reduce((sum, points) => sum + points, 0) }
    },

    async consumption(caller: Caller, asked: PointConsumeFilter): Promise<Data<typeof pointsApi.pointConsume>> {
      const { period } = await resolve(caller, asked)
      const { groupBy, pageSize } = asked
      const rows = await listConsumption(db.sql, caller.entId, period, groupBy)
      const points = rows.reduce((sum, row) => sum + row.points, 0)
      const answers = rows.reduce((sum, row) => sum + row.answers, 0)
      const page = shownPage(rows.length, asked)
      const shown = rows.map((row) => ({
        key: row.key ?? '',
        name: NAMES[groupBy](row.key ?? '', row.name ?? undefined),
        answers: row.answers,
        points: row.points,
        share: points > 0 ? row.points / points : -1,
      }))
      const items = inOrder(shown, asked.sort).slice((page - 1) * pageSize, page * pageSize)
      return { items, total: rows.length, page, pageSize, sum: { answers, points } }
    },
  }
}

/** Points and answers are less than 0 where more was refunded than charged: −1 is a number here. */
const inOrder = (rows: readonly PointConsume[], sort: PointConsumeFilter['sort']): readonly PointConsume[] => {
  if (!sort) return rows
  const sign = sort.order === 'asc' ? 1 : -1
  return rows.toSorted((one, other) => sign * (one[sort.field] - other[sort.field]))
}

const nameOfAccount = (key: string, name: string | undefined) =>
  key ? (name ?? POINT_STATISTICS_TEXTS.goneAccount) : POINT_STATISTICS_TEXTS.shared

const NAMES: Record<PointConsumeFilter['groupBy'], (key: string, name: string | undefined) => string> = {
  account: nameOfAccount,
  item: (key) => POINT_ITEM_LABELS[key as PointItem],
  agent: (_key, name) => name ?? POINT_STATISTICS_TEXTS.noAgent,
}

/** In the order of the price list; without consumption the first, so that there is a line to draw. */
function shownItems(sums: ReadonlyMap<string, number>): PointItem[] {
  const used = POINT_ITEMS.filter((item) => sums.has(item))
  return used.length > 0 ? used : ['ai_reply']
}
