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

/** The filter of the address. */
export function useStatisticsFilter() {
  const [query] = useUrlQuery()
  return { query, filter: readFilter(query), timeZone: useTimeZone() }
}

type Answer<Data> = Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'isPlaceholderData' | 'refetch'>

/**
 * The answer to the filter of the address, narrowed where a part of the page is, and the lists behind its figures. While the figures of
 * the filter before are still shown, filter and lists are those of the filter before, too.
 */
export function useFigures<Data>(
  useAnswer: (filter: StatisticsFilter) => Answer<Data>,
  narrowed: Partial<StatisticsFilter> = {},
) {
  const { query, timeZone } = useStatisticsFilter()
  const { data, error, isFetching, isPlaceholderData, refetch } = useAnswer({ ...readFilter(query), ...narrowed })
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
