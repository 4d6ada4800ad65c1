import {
  AGENT_METRICS,
  CHANNEL_SORTS,
  type ExportTarget,
  MISSED_SORTS,
  type StatisticsFilter,
  TAG_SORTS,
} from '@ruwu/contract'
import { statisticsFilterText } from '@ruwu/domain'
import { useMinute } from '../../../browser/clock.ts'
import { choiceDays } from '../../../list/date-choice.ts'
import { readSort } from '../../../list/url-sort.ts'
import { useAgents } from '../../agent/index.ts'
import { useSimpleAccounts } from '../../channel/index.ts'
import { ExportButton } from '../../export/index.ts'
import { useCan } from '../../permission/index.ts'
import { useTags } from '../../tag/index.ts'
import { datesOf, readLeadBody, readSessionBody, type StatisticsTab } from '../statistics-url.ts'
import { useStatisticsFilter } from './use-filter.ts'

/** 导出 of the open tab: its table (汇总), or the sessions behind it (明细). */
export function StatisticsExport({ tab }: { tab: StatisticsTab }) {
  const { filter, query } = useStatisticsFilter()
  const filterText = useFilterText(
    tab === 'session' ? readSessionBody(query) : tab === 'lead' ? readLeadBody(query) : filter,
  )
  if (!useCan('statistics:exportReport')) return null
  if (tab === 'session')
    return <ExportButton target={{ type: 'session', filters: readSessionBody(query) }} filterText={filterText} />
  if (tab === 'lead')
    return <ExportButton target={{ type: 'lead', filters: readLeadBody(query) }} filterText={filterText} />
  const details: ExportTarget = { type: 'session', filters: { ...readSessionBody(query), ...filter } }
  return <ExportButton target={summaryOf(tab, filter, query)} details={details} filterText={filterText} />
}

/** The table of a tab in the order it has on the screen. */
function summaryOf(
  tab: Exclude<StatisticsTab, 'session' | 'lead'>,
  filter: StatisticsFilter,
  query: URLSearchParams,
): ExportTarget {
  switch (tab) {
    case 'agent':
      return { type: 'statistics_agent', filters: { ...filter, sort: readSort(query, AGENT_METRICS) } }
    case 'channel':
      return { type: 'statistics_channel', filters: { ...filter, sort: readSort(query, CHANNEL_SORTS) } }
    case 'tag':
      return { type: 'statistics_tag', filters: { ...filter, sort: readSort(query, TAG_SORTS) } }
    case 'heatmap':
      return { type: 'statistics_heatmap', filters: filter }
    case 'overview':
    case 'reception':
    case 'ai':
      return { type: 'statistics', filters: { ...filter, tab, sort: readSort(query, MISSED_SORTS) } }
  }
}

function useFilterText(filter: Parameters<typeof statisticsFilterText>[0]): string {
  const { timeZone } = useStatisticsFilter()
  const accounts = useSimpleAccounts().data ?? []
  const agents = useAgents().data ?? []
  const tags = useTags().data ?? []
  const names = {
    accounts: accounts.filter(({ relationId }) => filter.subSourceIds.includes(relationId)).map(({ name }) => name),
    agents: agents.filter(({ id }) => filter.agentIds.includes(id)).map(({ name }) => name),
    tags: tags.filter(({ id }) => filter.tagIds.includes(id)).map(({ name }) => name),
    addedTag: tags.find(({ id }) => id === filter.addedTagId)?.name,
  }
  return statisticsFilterText(filter, choiceDays(datesOf(filter), new Date(useMinute()), timeZone), names)
}
