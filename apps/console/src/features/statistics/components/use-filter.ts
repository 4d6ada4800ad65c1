import type { DrillMetric, MetricName, Series, StatisticsFilter } from '@ruwu/contract'
import { METRIC_CATALOGUE, type MetricUnit } from '@ruwu/domain'
import { useEffect, useEffectEvent } from 'react'
import type { ChartPoint } from '../../../chart/chart-data.ts'
import { definitionsOf } from '../../../chart/definitions.ts'
import { choiceDays } from '../../../list/date-choice.ts'
import { useUrlQuery } from '../../../list/use-url-query.ts'
import { useTimeZone } from '../../enterprise/index.ts'
import { pointFilter, trendData } from '../series-data.ts'
import { canDrill, datesOf, drillPath, readFilter } from '../statistics-url.ts'

/** The filter of the address, narrowed where a part of the page is, and the lists behind its figures. */
export function useStatisticsFilter(narrowed: Partial<StatisticsFilter> = {}) {
  const [query] = useUrlQuery()
  const timeZone = useTimeZone()
  const filter = { ...readFilter(query), ...narrowed }
  const link = (name: DrillMetric, more?: Parameters<typeof drillPath>[2]) =>
    drillPath(query, name, { ...more, filter: { ...narrowed, ...more?.filter } })
  const days = () => choiceDays(datesOf(filter), new Date(), timeZone)
  return {
    query,
    filter,
    timeZone,
    link,
    tileLink: (name: MetricName) => (canDrill(name) ? link(name) : undefined),
    /** The trend of the figures of one unit, and the list behind each of its points. */
    trend(answer: { series: readonly Series[]; asOf: string } | undefined, unit: MetricUnit = 'number') {
      const series = answer?.series.filter(({ name }) => METRIC_CATALOGUE[name].unit === unit)
      const current = series?.filter(({ isBase }) => !isBase)
      return {
        definitions: definitionsOf(current?.map(({ name }) => name) ?? []),
        data: answer && series && trendData(series, { granularity: filter.granularity, timeZone, asOf: answer.asOf }),
        linkOf: ({ series: at, index }: ChartPoint) => {
          const line = current?.[at]
          if (!line || !canDrill(line.name)) return undefined
          const times = line.points.map(({ t }) => t)
          return link(line.name, pointFilter(times, index, filter.granularity, days().to, timeZone))
        },
      }
    },
  }
}

/** Tells the page until when the shown figures count. */
export function useAsOf(asOf: string | undefined, tell: (asOf: string) => void): void {
  const told = useEffectEvent(tell)
  useEffect(() => {
    if (asOf) told(asOf)
  }, [asOf])
}
