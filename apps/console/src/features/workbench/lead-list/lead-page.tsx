import { LEAD_STATUSES, type LeadCounts, type LeadId } from '@ruwu/contract'
import { formatNumber, LEAD_STATUS_LABELS, leadFilterText, leadTotal } from '@ruwu/domain'
import { ErrorBlock, PageHead, Panel, SkeletonRows, TabNav } from '@ruwu/ui'
import { ContactRound } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { messageOf } from '../../../api/errors.ts'
import { useMinute } from '../../../browser/clock.ts'
import { useIsPhone } from '../../../browser/media-query.ts'
import { ListFoot } from '../../../list/list-foot.tsx'
import { NoRows } from '../../../list/no-rows.tsx'
import { pageSizeOf, readPaging, withPaging } from '../../../list/url-query.ts'
import { useUrlQuery } from '../../../list/use-url-query.ts'
import { useTimeZone } from '../../enterprise/index.ts'
import { ExportButton } from '../../export/index.ts'
import { reportSelectedLeads, useLeadPage } from '../../lead/index.ts'
import { ChatSections } from './chat-sections.tsx'
import { LeadBulk } from './lead-bulk.tsx'
import { LeadDrawer } from './lead-drawer.tsx'
import { LeadFilterBar, useFilterNames } from './lead-filter-bar.tsx'
import { LeadCards, LeadTable } from './lead-table.tsx'
import { filterOf, isFiltered, readChoice, readLeadId, withChoice, withLeadId, withoutFilters } from './lead-url.ts'
import { texts } from './texts.ts'
import { useLeadSelection } from './use-lead-selection.ts'
import styles from './lead-page.module.css'

/** 线索: every contact that the agent may see, with its follow-up. */
export function LeadPage() {
  const [query, change] = useUrlQuery()
  const timeZone = useTimeZone()
  const isPhone = useIsPhone()
  const list = useRef<HTMLDivElement>(null)
  const filter = filterOf(query, new Date(useMinute()), timeZone)
  const { data, error, isFetching, refetch } = useLeadPage({ ...filter, ...readPaging(query) })
  const selection = useLeadSelection(JSON.stringify(filter))
  const names = useFilterNames(readChoice(query))
  const openId = readLeadId(query)
  const open = (leadId: LeadId | undefined) => change((old) => withLeadId(old, leadId))
  const Rows = isPhone ? LeadCards : LeadTable
  return (
    <div className={styles.page}>
      <PageHead
        title={texts.title}
        actions={
          <>
            <ExportButton
              target={{ type: 'customer_lead', filters: filter }}
              filterText={leadFilterText(filter, names, timeZone)}
            />
            {isPhone && <ChatSections />}
          </>
        }
        tabs={<StatusTabs query={query} counts={data?.counts} />}
      />
      <div className={styles.body} onCopy={reportSelectedLeads}>
        <div ref={list} className={styles.list}>
          <LeadFilterBar />
          <Panel className={styles.panel} label={texts.title} refreshing={isFetching && data !== undefined}>
            {error && !data ? (
              <ErrorBlock message={messageOf(error)} onRetry={refetch} />
            ) : !data ? (
              <SkeletonRows rows={8} head={!isPhone} />
            ) : data.items.length === 0 ? (
              <NoRows
                onClear={isFiltered(query) ? () => change(withoutFilters) : undefined}
                icon={ContactRound}
                text={filter.status ? texts.none : `${texts.none}，${texts.noneHint}`}
              />
            ) : (
              <>
                <Rows
                  rows={data.items}
                  openId={openId}
                  selection={selection}
                  onOpen={(leadId) => open(leadId === openId ? undefined : leadId)}
                />
                <ListFoot
                  total={data.total}
                  paging={{ page: data.page, pageSize: pageSizeOf(data.pageSize) }}
                  onTurn={(next) => {
                    change((old) => withPaging(old, next))
                    list.current?.scrollTo({ top: 0 })
                  }}
                />
              </>
            )}
          </Panel>
          {selection.items.length > 0 && <LeadBulk selection={selection} />}
        </div>
        {openId && (
          <LeadDrawer
            key={openId}
            leadId={openId}
            rows={data?.items ?? []}
            onOpen={(leadId) => open(leadId)}
            onClose={() => open(undefined)}
          />
        )}
      </div>
    </div>
  )
}

/** 全部 and each status, with the numbers under the other filters. */
function StatusTabs({ query, counts }: { query: URLSearchParams; counts: LeadCounts | undefined }) {
  const { status: chosen } = readChoice(query)
  return (
    <TabNav label={texts.tabs}>
      {([undefined, ...LEAD_STATUSES] as const).map((status) => (
        <li key={status ?? 'all'}>
          <Link
            to={{ search: withChoice(query, { status }).toString() }}
            aria-current={status === chosen ? 'page' : undefined}
          >
            {status ? LEAD_STATUS_LABELS[status] : texts.all}
            {counts && <small>{formatNumber(leadTotal(counts, status))}</small>}
          </Link>
        </li>
      ))}
    </TabNav>
  )
}
