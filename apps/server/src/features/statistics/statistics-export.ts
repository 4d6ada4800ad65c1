import {
  AGENT_METRICS,
  type AgentRow,
  type AgentTableFilter,
  CHANNEL_GROUPS,
  CHANNEL_METRICS,
  type ChannelRow,
  type ChannelTableFilter,
  type HeatmapRow,
  type LeadPageBody,
  type LeadPageRow,
  type MetricName,
  type SessionPageBody,
  type SessionPageRow,
  type StatisticsFilter,
  type SummaryFilter,
  type TagRow,
  type TagTableFilter,
} from '@ruwu/contract'
import {
  contactLabel,
  formatDateTime,
  formatDuration,
  formatMoney,
  formatPercent,
  LEAD_EXTRACTOR_LABELS,
  LEAD_RESULT_LABELS,
  LEAD_STATUS_LABELS,
  leadOrigin,
  METRIC_CATALOGUE,
  NO_VALUE,
  periodOf,
  RECEPTION_TYPE_LABELS,
  sortAgents,
  sortChannels,
  sortTags,
  SOURCE_LABELS,
  statisticsFilterText,
  WEEKDAY_LABELS,
} from '@ruwu/domain'
import { isInScope } from '../../customer/account-scope.repo.ts'
import { readContentTitles } from '../../customer/content-title.repo.ts'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { type ExportSource, exportType } from '../../platform/export-type.ts'
import { listAccounts, listAgents, listTags } from './names.repo.ts'
import { leadBatches, sessionBatches } from './page-batches.ts'
import type { StatisticsService } from './statistics.service.ts'
import { figure, type SummaryLine, summaryLines } from './summary-lines.ts'

const metricColumns = <Name extends MetricName>(names: readonly Name[]) =>
  names.map((name) => ({
    key: name,
    name: METRIC_CATALOGUE[name].label,
    width: 14,
    value: ({ values }: { values: Record<Name, number> }) => figure(name, values[name]),
  }))

/** What narrows the lists beside the filter of the page. */
type ListFilter = Omit<SessionPageBody, keyof StatisticsFilter | 'sort'> & Pick<LeadPageBody, 'status'>

/** The filter in words, with the days it means now. */
async function describeFilter(
  source: ExportSource<StatisticsFilter & Partial<ListFilter>>,
  now: Date,
): Promise<string> {
  const { db, caller, filters, timeZone } = source
  const { contentId } = filters
  const [accounts, agents, tags, titles] = await Promise.all([
    listAccounts(db, caller.entId),
    listAgents(db, caller.entId),
    listTags(db, caller.entId),
    readContentTitles(db, caller.entId, [contentId]),
  ])
  return statisticsFilterText(filters, periodOf(filters, now, timeZone), {
    accounts: namesOf(
      accounts,
      filters.subSourceIds.filter((id) => isInScope(caller, id)),
    ),
    agents: namesOf(agents, filters.agentIds),
    tags: namesOf(tags, filters.tagIds),
    addedTag: tags.find(({ id }) => id === filters.addedTagId)?.name,
    content: contentId && titles.get(contentId),
  })
}

const namesOf = <Id>(rows: readonly { id: Id; name: string }[], ids: readonly Id[]): string[] =>
  rows.filter(({ id }) => ids.includes(id)).map(({ name }) => name)

/** A table that is small enough to be read at once. */
const whole = <Filters extends StatisticsFilter, Row>(read: (source: ExportSource<Filters>) => Promise<Row[]>) => ({
  hasCustomers: false,
  count: async (source: ExportSource<Filters>) => (await read(source)).length,
  async *batches(source: ExportSource<Filters>) {
    yield await read(source)
  },
})

type ExportDeps = { db: Database; clock: Clock; statistics: StatisticsService }

/** 汇总 of each tab of /bi as its screen shows it, and the lists 线索 and 会话明细. */
export function statisticsExports({ db, clock, statistics }: ExportDeps) {
  const common = {
    permission: 'statistics:exportReport' as const,
    settle: <Filters extends StatisticsFilter>(filters: Filters, now: Date, timeZone: string): Filters => {
      const { from, to } = periodOf(filters, now, timeZone)
      return { ...filters, range: 'custom', from, to }
    },
    describe: (source: ExportSource<StatisticsFilter & Partial<ListFilter>>) => describeFilter(source, clock.now()),
  }
  return {
    statistics: exportType<SummaryFilter, SummaryLine>({
      ...common,
      ...whole(async ({ caller, filters, timeZone }) => {
        const { granularity, sort } = filters
        return summaryLines(await statistics[filters.tab](caller, filters), { granularity, timeZone, sort })
      }),
      columns: [
        { key: 'block', name: '板块', width: 14, value: ({ block }) => block },
        { key: 'name', name: '名称', width: 24, value: ({ name }) => name },
        { key: 'time', name: '时间', width: 18, value: ({ time }) => time },
        { key: 'value', name: '数值', width: 14, value: ({ value }) => value },
        { key: 'share', name: '占比', width: 10, value: ({ share }) => share },
        { key: 'base', name: '上期', width: 14, value: ({ base }) => base },
        { key: 'change', name: '较上期', width: 12, value: ({ change }) => change },
        { key: 'definition', name: '口径', width: 60, value: ({ definition }) => definition },
      ],
    }),
    statistics_agent: exportType<AgentTableFilter, AgentRow>({
      ...common,
      ...whole(async ({ caller, filters }) => sortAgents((await statistics.agent(caller, filters)).rows, filters.sort)),
      columns: [{ key: 'agent', name: '客服', width: 14, value: ({ name }) => name }, ...metricColumns(AGENT_METRICS)],
    }),
    statistics_channel: exportType<ChannelTableFilter, ChannelRow>({
      ...common,
      ...whole(async ({ caller, filters }) => {
        const { rows } = await statistics.channel(caller, filters)
        return CHANNEL_GROUPS.flatMap((group) =>
          sortChannels(
            rows.filter((row) => row.group === group),
            filters.sort,
          ),
        )
      }),
      columns: [
        { key: 'group', name: '维度', width: 12, value: ({ group }) => CHANNEL_GROUP_LABELS[group] },
        { key: 'source', name: '来源', width: 10, value: ({ source }) => SOURCE_LABELS[source] },
        { key: 'name', name: '名称', width: 28, value: ({ name }) => name },
        ...metricColumns(CHANNEL_METRICS),
        { key: 'cost', name: '花费', width: 14, value: (row) => formatMoney(row.group === 'ad' ? row.cost : null) },
        { key: 'costPerLead', name: '单线索成本', width: 14, value: costPerLead },
      ],
    }),
    statistics_tag: exportType<TagTableFilter, TagRow>({
      ...common,
      ...whole(async ({ caller, filters }) => sortTags((await statistics.tag(caller, filters)).rows, filters.sort)),
      columns: [
        { key: 'tag', name: '标签', width: 20, value: ({ name }) => name },
        { key: 'customers', name: '客户数', width: 12, value: ({ customers }) => customers },
        { key: 'added', name: '新增', width: 12, value: ({ added }) => added },
        { key: 'leadCustomers', name: '留资客户', width: 12, value: ({ leadCustomers }) => leadCustomers },
        { key: 'leadRate', name: '留资率', width: 12, value: ({ leadRate }) => formatPercent(leadRate) },
        { key: 'share', name: '占比', width: 12, value: ({ share }) => formatPercent(share) },
      ],
    }),
    statistics_heatmap: exportType<StatisticsFilter, HeatmapRow>({
      ...common,
      ...whole(async ({ caller, filters }) => (await statistics.heatmap(caller, filters)).rows),
      columns: [
        { key: 'weekday', name: '星期', width: 10, value: ({ weekday }) => WEEKDAY_LABELS[weekday - 1] ?? '' },
        { key: 'hour', name: '时段', width: 10, value: ({ hour }) => `${hour}时` },
        { key: 'enterCustomers', name: '进线客户', width: 12, value: ({ enterCustomers }) => enterCustomers },
        {
          key: 'humanFirstMedian',
          name: '人工首响中位数',
          width: 16,
          value: ({ humanFirstMedian }) => formatDuration(humanFirstMedian),
        },
      ],
    }),
    session: exportType<SessionPageBody, SessionPageRow & { tags: string }>({
      ...common,
      hasCustomers: true,
      count: async ({ caller, filters }) => (await statistics.sessionPage(caller, { ...filters, page: 1 })).total,
      batches: (source) => sessionBatches(source, { db, now: clock.now() }),
      columns: [
        { key: 'sessionId', name: '会话 ID', width: 36, value: ({ sessionId }) => sessionId ?? NO_VALUE },
        { key: 'customer', name: '客户', width: 20, value: ({ customerName }) => customerName },
        { key: 'source', name: '来源', width: 10, value: ({ source }) => SOURCE_LABELS[source] },
        { key: 'account', name: '账号', width: 20, value: ({ subSourceName }) => subSourceName },
        {
          key: 'start',
          name: '开始',
          width: 18,
          value: ({ startAt, at }, zone) => formatDateTime(startAt ?? at, zone),
        },
        { key: 'end', name: '结束', width: 18, value: endText },
        {
          key: 'path',
          name: '接待类型路径',
          width: 28,
          value: ({ receptionPath }) =>
            receptionPath.map((type) => RECEPTION_TYPE_LABELS[type]).join(' → ') || NO_VALUE,
        },
        { key: 'firstAgent', name: '首个客服', width: 12, value: ({ firstAgentName }) => firstAgentName ?? NO_VALUE },
        { key: 'agents', name: '参与客服', width: 20, value: ({ agentNames }) => agentNames.join('、') || NO_VALUE },
        { key: 'ownMessages', name: '客户消息数', width: 12, value: ({ ownMessages }) => ownMessages },
        { key: 'replies', name: '回复数', width: 10, value: ({ replies }) => replies },
        { key: 'humanFirst', name: '人工首响', width: 12, value: ({ humanFirst }) => formatDuration(humanFirst) },
        { key: 'aiFirst', name: 'AI 首响', width: 12, value: ({ aiFirst }) => formatDuration(aiFirst) },
        { key: 'length', name: '时长', width: 12, value: ({ length }) => formatDuration(length) },
        { key: 'tags', name: '标签', width: 24, value: ({ tags }) => tags },
        { key: 'lead', name: '留资', width: 8, value: ({ hasLead }) => (hasLead ? '是' : '否') },
        { key: 'points', name: '积分', width: 10, value: ({ points }) => points },
      ],
    }),
    lead: exportType<LeadPageBody, LeadPageRow>({
      ...common,
      hasCustomers: true,
      count: async ({ caller, filters }) => (await statistics.leadPage(caller, { ...filters, page: 1 })).total,
      batches: (source) => leadBatches(source, { db, now: clock.now() }),
      columns: [
        { key: 'at', name: '时间', width: 18, value: ({ createdAt }, zone) => formatDateTime(createdAt, zone) },
        { key: 'customer', name: '客户', width: 20, value: ({ customerName }) => customerName },
        { key: 'kind', name: '号码类型', width: 10, value: contactLabel },
        { key: 'value', name: '号码', width: 20, value: ({ value }) => value || NO_VALUE },
        { key: 'account', name: '账号', width: 20, value: ({ subSourceName }) => subSourceName },
        {
          key: 'origin',
          name: '来源内容',
          width: 24,
          value: leadOrigin,
        },
        { key: 'extractor', name: '提取方式', width: 10, value: ({ extractor }) => LEAD_EXTRACTOR_LABELS[extractor] },
        { key: 'agent', name: '归属客服', width: 12, value: ({ agentName }) => agentName ?? '未分配' },
        { key: 'status', name: '状态', width: 10, value: ({ status }) => LEAD_STATUS_LABELS[status] },
        { key: 'result', name: '去重结果', width: 14, value: ({ result }) => LEAD_RESULT_LABELS[result] },
      ],
    }),
  }
}

const CHANNEL_GROUP_LABELS: Record<ChannelRow['group'], string> = {
  account: '渠道账号',
  content: '内容',
  ad: '广告计划',
}

const costPerLead = (row: ChannelRow): string =>
  row.group === 'ad' && row.costPerLead !== -1 ? formatMoney(row.costPerLead) : NO_VALUE

function endText({ sessionId, endAt }: SessionPageRow, timeZone: string): string {
  if (endAt) return formatDateTime(endAt, timeZone)
  return sessionId ? '进行中' : NO_VALUE
}
