import { formatDateTime } from '@ruwu/domain'
import { PageHead, TabNav } from '@ruwu/ui'
import { useState } from 'react'
import { Link } from 'react-router'
import { useUrlQuery } from '../../list/use-url-query.ts'
import { useTimeZone } from '../enterprise/index.ts'
import { FilterBar } from './components/filter-bar.tsx'
import { readTab, STATISTICS_TABS, type StatisticsTab, tabPath } from './statistics-url.ts'
import styles from './statistics-page.module.css'
import { AgentTab } from './tabs/agent-tab.tsx'
import { AiTab } from './tabs/ai-tab.tsx'
import { ChannelTab } from './tabs/channel-tab.tsx'
import { HeatmapTab } from './tabs/heatmap-tab.tsx'
import { LeadTab } from './tabs/lead-tab.tsx'
import { OverviewTab } from './tabs/overview-tab.tsx'
import { ReceptionTab } from './tabs/reception-tab.tsx'
import { SessionTab } from './tabs/session-tab.tsx'
import { TagTab } from './tabs/tag-tab.tsx'
import { StatisticsExport } from './components/statistics-export.tsx'
import { texts } from './texts.ts'

export type TabProps = {
  /** Tells until when the figures count. */
  onAsOf: (asOf: string) => void
}

const TABS: Record<StatisticsTab, (props: TabProps) => React.ReactNode> = {
  overview: OverviewTab,
  reception: ReceptionTab,
  ai: AiTab,
  agent: AgentTab,
  channel: ChannelTab,
  tag: TagTab,
  heatmap: HeatmapTab,
  lead: LeadTab,
  session: SessionTab,
}

/** 数据统计: tabs over one filter, all of it in the address. */
export function StatisticsPage() {
  const [query] = useUrlQuery()
  const [asOf, setAsOf] = useState<string>()
  const timeZone = useTimeZone()
  const tab = readTab(query)
  const Tab = TABS[tab]
  return (
    <>
      <PageHead
        title={texts.title}
        actions={
          <>
            {asOf && <small className={styles.asOf}>{texts.asOf(formatDateTime(asOf, timeZone).slice(5))}</small>}
            <StatisticsExport tab={tab} />
          </>
        }
        tabs={
          <TabNav label={texts.nav}>
            {STATISTICS_TABS.map((each) => (
              <li key={each}>
                <Link to={tabPath(query, each)} aria-current={each === tab ? 'page' : undefined}>
                  {texts.tabs[each]}
                </Link>
              </li>
            ))}
          </TabNav>
        }
      />
      <div className={styles.page}>
        <FilterBar />
        <Tab key={tab} onAsOf={setAsOf} />
      </div>
    </>
  )
}
