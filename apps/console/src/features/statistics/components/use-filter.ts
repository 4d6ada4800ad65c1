import type { DrillMetric, MetricName, Series, StatisticsFilter } from '@ruwu/contract'
import { METRIC_CATALOGUE, type MetricUnit } from '@ruwu/domain'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ChartPoint } from '../../../chart/chart-data.ts'
import { definitionsOf } from '../../../chart/definitions.ts'
import { choiceDays } from '../../../list/date-choice.ts'
import { useUrlQuery } from '../../../list/use-url-query.ts'
import { useTimeZone } from '../../enterprise/index.ts'
import { pointFilter, trendData } from '../series-data.ts'
import { canDrill, datesOf, drillPath, readFilter } from '../statistics-url.ts'

/** The filter of the address, narrowed where a part of the page is. */
export function useStatisticsFilter(narrowed: Partial<StatisticsFilter> = {}) {
  const [query] = useUrlQuery()
  return { query, narrowed, filter: { ...readFilter(query), ...narrowed }, timeZone: useTimeZone() }
}

type Asked = ReturnType<typeof useStatisticsFilter>
type Answer<Data> = Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'isPlaceholderData' | 'refetch'>

/**
 * Figures that a filter was answered with, and the lists behind them. While the figures of the filter before are still shown, filter and
 * lists are those of the filter before, too.
 */
export function useFigures<Data>({ query, narrowed, timeZone }: Asked, answer: Answer<Data>) {
  const { data, error, isFetching, isPlaceholderData, refetch } = answer
  const [answered, setAnswered] = useState(query)
  if (!isPlaceholderData && answered !== query) setAnswered(query)
  const shown = isPlaceholderData ? answered : query
  const filter = { ...readFilter(shown), ...narrowed }
  const link = (name: DrillMetric, more?: Parameters<typeof drillPath>[2]) =>
    drillPath(shown, name, { ...more, filter: { ...narrowed, ...more?.filter } })
  const days = () => choiceDays(datesOf(filter), new Date(), timeZone)
  return {
    data,
    filter,
    /** Of a table. */
    state: { error, onRetry: refetch, isFetching },
    /** Of a chart and of tiles. */
    panelState: { error, onRetry: refetch, refreshing: isFetching && data !== undefined },
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
