import type { AccountDetail } from '@ruwu/contract'
import { useIsPhone } from '../../../browser/media-query.ts'
import { ChartPanel } from '../../../chart/chart-panel.tsx'
import { texts } from '../texts.ts'

type Days = AccountDetail['series']

const lines = [
  { key: 'enter', tone: 'c-2' },
  { key: 'sessions', tone: 'c-1' },
  { key: 'leads', tone: 'goal' },
] as const

/** The last seven days of an account. */
export function WeekChart({ series: days }: { series: Days }) {
  return (
    <ChartPanel
      title={texts.week}
      height={useIsPhone() ? 200 : 254}
      data={{
        kind: 'line',
        // `2026-03-16` reads `03-16`.
        labels: days.map(({ day }) => day.slice(-5)),
        series: lines.map(({ key, tone }) => ({
          name: texts.series[key],
          tone,
          values: days.map((day) => day[key]),
        })),
      }}
    />
  )
}
