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
  const { data, error, refetch, isFetching, isPlaceholderData } = useDaily(filter)
  return (
    <>
      <PageHead
        title={texts.title}
        start={<BackLink to="/home" label={texts.back} />}
        actions={<DailyActions report={data?.report} isStale={isPlaceholderData} filter={filter} />}
      />
      <div className={styles.page}>
        <DailyFilters
          filter={filter}
          last={last}
          onChange={(next) => setQuery((old) => keepSort(old, writeDailyUrl(next, last)))}
        />
        {data ? (
          <Report {...data} refreshing={isFetching} />
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

type DailyActionsProps = {
  report: DailyReport | undefined
  /** The report is not yet that of the filter. */
  isStale: boolean
  filter: DailyFilter
}

function DailyActions({ report, isStale, filter }: DailyActionsProps) {
  const entName = useEnterpriseName()
  const [isPushOpen, setIsPushOpen] = useState(false)
  return (
    <>
      {report && (
        <ToolButton
          icon={Copy}
          label={texts.copy}
          busy={isStale}
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

type ReportProps = { report: DailyReport; filter: DailyFilter; refreshing: boolean }

function Report({ report, ...shown }: ReportProps) {
  const timeZone = useTimeZone()
  return (
    <>
      <SummaryBlock report={report} refreshing={shown.refreshing} />
      <div className={styles.columns}>
        <MetricBlock report={report} {...shown} />
        <div className={styles.stack}>
          <HourBlock report={report} {...shown} />
          <AgentRanking agents={report.agents} {...shown} />
          <AccountRanking accounts={report.accounts} {...shown} />
          <PointsBlock report={report} {...shown} />
        </div>
      </div>
      <AiBlock ai={report.ai} {...shown} />
      <LeadBlock leads={report.leads} leadTotal={report.leadTotal} {...shown} />
      <AttentionBlock report={report} {...shown} />
      <p className={styles.asOf}>{texts.asOf(formatDateTime(report.asOf, timeZone))}</p>
    </>
  )
}
