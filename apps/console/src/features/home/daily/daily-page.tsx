import type { DailyFilter, DailyReport } from '@ruwu/contract'
import { dailyFilterText, dailyText, formatDateTime } from '@ruwu/domain'
import { ErrorBlock, PageHead, Panel, SkeletonRows, ToolButton } from '@ruwu/ui'
import { Copy, Send } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { messageOf } from '../../../api/errors.ts'
import { useMinute } from '../../../browser/clock.ts'
import { copyText } from '../../../browser/copy-text.ts'
import { keepSort } from '../../../list/url-sort.ts'
import { BackLink } from '../../../routing/back-link.tsx'
import { useAgents } from '../../agent/index.ts'
import { useSimpleAccounts } from '../../channel/index.ts'
import { useEnterpriseName, useTimeZone } from '../../enterprise/index.ts'
import { ExportButton } from '../../export/index.ts'
import { useCan } from '../../permission/index.ts'
import { DailyFilters } from './daily-filters.tsx'
import { lastDay, readDailyUrl, writeDailyUrl } from './daily-url.ts'
import { useDaily } from './daily.queries.ts'
import { AgentRanking, AccountRanking } from './rankings.tsx'
import { AiBlock } from './ai-block.tsx'
import { AttentionBlock, LeadBlock, PointsBlock } from './lists.tsx'
import { HourBlock, MetricBlock, SummaryBlock } from './figures.tsx'
import { PushSheet } from './push-sheet.tsx'
import { texts } from './texts.ts'
import styles from './daily-page.module.css'

/** 日报 of one day: nine blocks of one answer. */
export function DailyPage() {
  const [query, setQuery] = useSearchParams()
  const timeZone = useTimeZone()
  const last = lastDay(new Date(useMinute()), timeZone)
  const filter = readDailyUrl(query, last)
  const { data, error, refetch, isFetching } = useDaily(filter)
  return (
    <>
      <PageHead
        title={texts.title}
        start={<BackLink to="/home" label={texts.back} />}
        actions={<DailyActions report={data} filter={filter} />}
      />
      <div className={styles.page} aria-busy={isFetching || undefined}>
        <DailyFilters
          filter={filter}
          last={last}
          onChange={(next) => setQuery((old) => keepSort(old, writeDailyUrl(next, last)))}
        />
        {data ? (
          <Report report={data} filter={filter} />
        ) : (
          <Panel label={texts.title}>
            {error ? (
              <ErrorBlock message={messageOf(error)} onRetry={refetch} />
            ) : (
              <SkeletonRows rows={12} disc={false} />
            )}
          </Panel>
        )}
      </div>
    </>
  )
}

function DailyActions({ report, filter }: { report: DailyReport | undefined; filter: DailyFilter }) {
  const entName = useEnterpriseName()
  const [isPushOpen, setIsPushOpen] = useState(false)
  return (
    <>
      {report && (
        <ToolButton
          icon={Copy}
          label={texts.copy}
          onClick={() => void copyText(dailyText(report, entName), texts.copied)}
        />
      )}
      <ToolButton icon={Send} label={texts.push} onClick={() => setIsPushOpen(true)} />
      <DailyExport filter={filter} />
      {isPushOpen && <PushSheet onClose={() => setIsPushOpen(false)} />}
    </>
  )
}

/** 导出 of the report as it is shown. */
function DailyExport({ filter }: { filter: DailyFilter }) {
  const account = useSimpleAccounts().data?.find(({ relationId }) => relationId === filter.subSourceId)?.name
  const agent = useAgents().data?.find(({ id }) => id === filter.agentId)?.name
  if (!useCan('statistics:exportReport')) return null
  return (
    <ExportButton
      target={{ type: 'daily', filters: filter }}
      filterText={dailyFilterText(filter, { account, agent })}
    />
  )
}

function Report({ report, filter }: { report: DailyReport; filter: DailyFilter }) {
  const timeZone = useTimeZone()
  return (
    <>
      <SummaryBlock report={report} />
      <div className={styles.columns}>
        <MetricBlock report={report} filter={filter} />
        <div className={styles.stack}>
          <HourBlock report={report} filter={filter} />
          <AgentRanking agents={report.agents} filter={filter} />
          <AccountRanking accounts={report.accounts} filter={filter} />
          <PointsBlock report={report} filter={filter} />
        </div>
      </div>
      <AiBlock ai={report.ai} filter={filter} />
      <LeadBlock leads={report.leads} leadTotal={report.leadTotal} filter={filter} />
      <AttentionBlock attention={report.attention} attentionTotals={report.attentionTotals} filter={filter} />
      <p className={styles.asOf}>{texts.asOf(formatDateTime(report.asOf, timeZone))}</p>
    </>
  )
}
