import type { AccountDetail } from '@ruwu/contract'
import { formatNumber } from '@ruwu/domain'
import { ChartLegend, IconButton, LineChart, Panel, Tooltip, type Series } from '@ruwu/ui'
import { ChartLine, Table2 } from 'lucide-react'
import { useState } from 'react'
import { useIsPhone } from '../../../browser/media-query.ts'
import { texts } from '../texts.ts'
import styles from './week-chart.module.css'

type Days = AccountDetail['series']

const lines = [
  { key: 'enter', tone: 'second' },
  { key: 'sessions', tone: 'first' },
  { key: 'leads', tone: 'goal' },
] as const

/** The last seven days as a line chart or a table. */
export function WeekChart({ series: days }: { series: Days }) {
  const [isTable, setIsTable] = useState(false)
  const isPhone = useIsPhone()
  const text = isTable ? texts.showChart : texts.showTable
  const Icon = isTable ? ChartLine : Table2
  const series: Series[] = lines.map(({ key, tone }) => ({
    name: texts.series[key],
    tone,
    values: days.map((day) => day[key]),
  }))
  return (
    <Panel
      title={texts.week}
      note={!isTable && <ChartLegend series={series} />}
      actions={
        <Tooltip text={text}>
          <IconButton label={text} aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
            <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        </Tooltip>
      }
    >
      {isTable ? (
        <DayTable days={days} />
      ) : (
        <div className={styles.chart}>
          <LineChart
            label={texts.chartLabel}
            labels={days.map((it) => shortDay(it.day))}
            series={series}
            height={isPhone ? 200 : 254}
            noData={texts.noData}
          />
        </div>
      )}
    </Panel>
  )
}

/** `2026-03-16` reads `03-16`. */
const shortDay = (day: string) => day.slice(-5)

function DayTable({ days }: { days: Days }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{texts.day}</th>
          {lines.map(({ key }) => (
            <th key={key} scope="col">
              {texts.series[key]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <tr key={day.day}>
            <th scope="row">{day.day}</th>
            {lines.map(({ key }) => (
              <td key={key}>{formatNumber(day[key])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
