import { DRILL_METRICS, HOME_RANGES, type HomeRange, type MetricName } from '@ruwu/contract'
import { writeQuery } from '../../list/url-query.ts'
import { useUrlQuery } from '../../list/use-url-query.ts'
import { usePages } from '../../routing/page-table.ts'
import { useCan } from '../permission/index.ts'
import { texts } from './texts.ts'

/** Range and comparison are kept in the URL; defaults are left out. */
export function useHomeUrl() {
  const [query, change] = useUrlQuery()
  const range: HomeRange = HOME_RANGES.find((it) => it === query.get('range')) ?? 'today'
  const isCompared = query.get('compare') !== 'false'
  const set = (name: string, value: string, fallback: string) =>
    change((old) => {
      const next = new URLSearchParams(old)
      if (value === fallback) next.delete(name)
      else next.set(name, value)
      return next
    })
  return {
    range,
    isCompared,
    setRange: (next: HomeRange) => set('range', next, 'today'),
    setIsCompared: (next: boolean) => set('compare', String(next), 'true'),
  }
}

/** Address of 数据统计, with the lists behind figures; undefined for agents who may not open it. */
export function useStatisticsPath(): string | undefined {
  const canView = useCan('statistics:viewPage')
  const page = usePages().find(({ title }) => title === texts.statistics)
  return canView ? page?.path : undefined
}

/** Addresses of the lists behind figures; undefined for agents who may not open them, and for figures without a list. */
export function useListPath(): (metric: MetricName, filter: Record<string, unknown>) => string | undefined {
  const path = useStatisticsPath()
  return (metric, filter) =>
    path && DRILL_METRICS.some((it) => it === metric)
      ? `${path}?${writeQuery({ tab: 'session', ...filter, metric })}`
      : undefined
}
