import type { HeatmapRow } from '@ruwu/contract'
import { formatMetric, WEEKDAY_LABELS } from '@ruwu/domain'
import { ChartPanel } from '../../../chart/chart-panel.tsx'
import { definitionsOf } from '../../../chart/definitions.ts'
import type { HeatData } from '../../../chart/chart-data.ts'
import { useAsOf, useFigures, useStatisticsFilter } from '../components/use-filter.ts'
import type { TabProps } from '../statistics-page.tsx'
import { useHeatmap } from '../statistics.queries.ts'
import { texts } from '../texts.ts'
import styles from './tabs.module.css'

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const HEIGHT = 300

export function HeatmapTab({ onAsOf }: TabProps) {
  const { filter } = useStatisticsFilter()
  useAsOf(useHeatmap(filter).data?.asOf, onAsOf)
  return (
    <div className={`${styles.row} ${styles.halves}`}>
      <EnterHeat height={HEIGHT} />
      <Heat name="humanFirstMedian" title={texts.responseHeat} height={HEIGHT} />
    </div>
  )
}

export const EnterHeat = ({ height }: { height: number }) => (
  <Heat name="enterCustomers" title={texts.enterHeat} height={height} />
)

type HeatName = 'enterCustomers' | 'humanFirstMedian'

function Heat({ name, title, height }: { name: HeatName; title: string; height: number }) {
  const asked = useStatisticsFilter()
  const { data, panelState, link } = useFigures(asked, useHeatmap(asked.filter))
  return (
    <ChartPanel
      title={title}
      {...panelState}
      height={height}
      data={data && heatData(data.rows, name)}
      definitions={definitionsOf([name])}
      linkOf={({ series, index }) => link(name, { weekday: series + 1, hour: index })}
    />
  )
}

/** Hours without anything: no customers, and no response time. */
export function heatData(rows: readonly HeatmapRow[], name: HeatName): HeatData {
  const found = new Map(rows.map((row) => [`${row.weekday} ${row.hour}`, row[name]]))
  const none = name === 'enterCustomers' ? 0 : -1
  return {
    kind: 'heat',
    rows: WEEKDAY_LABELS,
    columns: HOURS.map(texts.hourOf),
    cells: WEEKDAY_LABELS.map((_, day) => HOURS.map((hour) => found.get(`${day + 1} ${hour}`) ?? none)),
    format: (value) => formatMetric(name, value),
    ...(name === 'humanFirstMedian' && { ends: [texts.fast, texts.slow] as const }),
  }
}
