import type { OverviewRow } from '@ruwu/contract'
import { METRIC_CATALOGUE, SOURCE_LABELS } from '@ruwu/domain'
import { Link } from 'react-router'
import { ChartPanel } from '../../../chart/chart-panel.tsx'
import { definitionsOf } from '../../../chart/definitions.ts'
import type { DonutData, FunnelData } from '../../../chart/chart-data.ts'
import { TileStrip } from '../components/tile-strip.tsx'
import { useAsOf, useFigures, useStatisticsFilter } from '../components/use-filter.ts'
import type { TabProps } from '../statistics-page.tsx'
import { canDrill, tabPath } from '../statistics-url.ts'
import { useOverview } from '../statistics.queries.ts'
import { texts } from '../texts.ts'
import { ChannelPanel } from './channel-tab.tsx'
import { EnterHeat } from './heatmap-tab.tsx'
import styles from './tabs.module.css'

const TILES = 8

export function OverviewTab({ onAsOf }: TabProps) {
  const asked = useStatisticsFilter()
  const { data, panelState: state, link, tileLink, trend } = useFigures(asked, useOverview(asked.filter))
  useAsOf(data?.asOf, onAsOf)
  const steps = data?.rows.filter((row) => row.group === 'funnel') ?? []
  const sources = data?.rows.filter((row) => row.group === 'source') ?? []
  return (
    <>
      <TileStrip label={texts.tabs.overview} tiles={data?.tiles} count={TILES} linkOf={tileLink} {...state} />
      <div className={`${styles.row} ${styles.wideFirst}`}>
        <ChartPanel title={texts.trend} {...state} {...trend(data)} />
        <ChartPanel
          title={texts.funnel}
          {...state}
          data={data && funnelData(steps)}
          definitions={definitionsOf(steps.map(({ name }) => name))}
          linkOf={({ index }) => {
            const name = steps[index]?.name
            return name && canDrill(name) ? link(name) : undefined
          }}
        />
      </div>
      <div className={`${styles.row} ${styles.thirds}`}>
        <EnterHeat height={236} />
        <ChartPanel
          title={texts.sourceShare}
          {...state}
          height={200}
          data={data && sourceData(sources)}
          definitions={definitionsOf(['enterCustomers'])}
          linkOf={({ index }) => {
            const row = sources[index]
            return row && row.value > 0 ? link('enterCustomers', { filter: { sources: [row.source] } }) : undefined
          }}
        />
        <ChannelPanel
          most={5}
          action={
            <Link className={styles.link} to={tabPath(asked.query, 'channel')}>
              {texts.viewAll}
            </Link>
          }
        />
      </div>
    </>
  )
}

type Funnel = Extract<OverviewRow, { group: 'funnel' }>
type Share = Extract<OverviewRow, { group: 'source' }>

const funnelData = (steps: readonly Funnel[]): FunnelData => ({
  kind: 'funnel',
  steps: steps.map(({ name, value, rate }, index) => ({
    name: texts.steps[name] ?? METRIC_CATALOGUE[name].label,
    tone: name === 'leadCustomers' ? 'goal' : 'c-1',
    value,
    ...(index > 0 && { rate }),
  })),
})

const sourceData = (rows: readonly Share[]): DonutData => ({
  kind: 'donut',
  parts: rows.map(({ source, value }) => ({
    name: SOURCE_LABELS[source],
    tone: source === 'redbook' ? 'c-1' : 'c-4',
    value,
  })),
})
