import { RESPONSE_BUCKETS } from '@ruwu/contract'
import { RESPONSE_BUCKET_LABELS } from '@ruwu/domain'
import { ChartPanel } from '../../../chart/chart-panel.tsx'
import { definitionsOf } from '../../../chart/definitions.ts'
import type { BarData } from '../../../chart/chart-data.ts'
import { TileStrip } from '../components/tile-strip.tsx'
import { useAsOf, useFigures, useStatisticsFilter } from '../components/use-filter.ts'
import type { TabProps } from '../statistics-page.tsx'
import { useReception } from '../statistics.queries.ts'
import { texts } from '../texts.ts'
import { SessionPanel } from './session-tab.tsx'
import styles from './tabs.module.css'

const TILES = 13

export function ReceptionTab({ onAsOf }: TabProps) {
  const asked = useStatisticsFilter()
  const { data, panelState: state, link, tileLink, trend } = useFigures(asked, useReception(asked.filter))
  useAsOf(data?.asOf, onAsOf)
  const responses: BarData | undefined = data && {
    kind: 'bar',
    labels: RESPONSE_BUCKETS.map((bucket) => RESPONSE_BUCKET_LABELS[bucket]),
    series: [
      {
        name: texts.sessions,
        tone: 'human',
        values: RESPONSE_BUCKETS.map((bucket) => data.rows.find((row) => row.bucket === bucket)?.value ?? 0),
      },
    ],
  }
  return (
    <>
      <TileStrip label={texts.tabs.reception} tiles={data?.tiles} count={TILES} linkOf={tileLink} {...state} />
      <div className={`${styles.row} ${styles.even}`}>
        <ChartPanel
          title={texts.responses}
          {...state}
          data={responses}
          definitions={definitionsOf(['humanFirst'])}
          linkOf={({ index }) => link('sessions', { bucket: RESPONSE_BUCKETS[index] })}
        />
        <ChartPanel title={texts.responseTrend} {...state} {...trend(data, 'seconds')} />
        <ChartPanel title={texts.rateTrend} {...state} {...trend(data, 'rate')} />
      </div>
      <SessionPanel title={texts.unanswered} none={texts.noUnanswered} metric="unanswered" />
    </>
  )
}
