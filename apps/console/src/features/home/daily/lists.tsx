import { ATTENTION_KINDS, type AttentionKind, type DailyFilter, type DailyReport, type PointItem } from '@ruwu/contract'
import {
  dailyCutText,
  DEFAULT_TIME_ZONE,
  formatDateTime,
  formatNumber,
  LEAD_KIND_LABELS,
  LEAD_STATUS_LABELS,
  leadOrigin,
  POINT_ITEM_LABELS,
  sortRows,
  WORD_HITS_LABEL,
  wordHitsOwner,
  wordHitsText,
} from '@ruwu/domain'
import { Empty, Panel, TruncatedText } from '@ruwu/ui'
import { CircleCheck, Phone } from 'lucide-react'
import { Link } from 'react-router'
import { ListLink } from '../../../list/list-link.tsx'
import { SortHeader } from '../../../list/sort-header.tsx'
import { writeQuery } from '../../../list/url-query.ts'
import { useUrlSort } from '../../../list/url-sort.ts'
import { useSeesAll } from '../../agent/index.ts'
import { useTimeZone } from '../../enterprise/index.ts'
import { ChatLink } from '../../knowledge/index.ts'
import { markLead, reportSelectedLeads } from '../../lead/index.ts'
import { useCan } from '../../permission/index.ts'
import { useStatisticsPath } from '../home-range.ts'
import { listQuery, statisticsFilter } from './daily-url.ts'
import { texts } from './texts.ts'
import styles from './daily-page.module.css'

const clock = (at: string, timeZone: string) => formatDateTime(at, timeZone).slice(-5)

type AllLinkProps = { filter: DailyFilter; name: string; list: Record<string, string> }

/** Link to the whole list in 数据统计; absent without the permission statistics:viewPage. */
function AllLink({ filter, name, list }: AllLinkProps) {
  const path = useStatisticsPath()
  return (
    path && (
      <Link className={styles.link} to={`${path}?${listQuery(filter, list)}`} aria-label={texts.viewAllOf(name)}>
        {texts.viewAll}
      </Link>
    )
  )
}

type Shown = { filter: DailyFilter; refreshing: boolean }
type LeadBlockProps = Pick<DailyReport, 'leads' | 'leadTotal'> & Shown

const LEAD_SORTS = ['lead.createdAt'] as const
const LEAD_HEADERS = [
  texts.customer,
  texts.account,
  texts.content,
  texts.phone,
  texts.wechat,
  texts.owner,
  texts.status,
]

export function LeadBlock({ leads, leadTotal, filter, refreshing }: LeadBlockProps) {
  const timeZone = useTimeZone()
  const { sort, onSort } = useUrlSort(LEAD_SORTS, { field: 'lead.createdAt', order: 'desc' })
  return (
    <Panel
      title={texts.leads}
      refreshing={refreshing}
      note={leadTotal > 0 && (dailyCutText(leads.length, leadTotal) ?? texts.leadCount(leadTotal))}
      actions={leadTotal > leads.length && <AllLink filter={filter} name={texts.leads} list={{ tab: 'lead' }} />}
    >
      {leads.length === 0 ? (
        <Empty icon={Phone} text={texts.noLeads} />
      ) : (
        <div className={styles.scroll} onCopy={reportSelectedLeads}>
          <table className={styles.table}>
            <thead>
              <tr>
                <SortHeader field="lead.createdAt" sort={sort} onSort={onSort}>
                  {texts.time}
                </SortHeader>
                {LEAD_HEADERS.map((title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className={styles.words}>
              {sortRows(leads, sort, ({ createdAt }) => createdAt).map((lead) => (
                <tr key={lead.leadId}>
                  <th scope="row">{clock(lead.createdAt, timeZone)}</th>
                  <td>
                    <ChatLink customerId={lead.customerId} messageId={lead.messageId}>
                      {lead.customerName}
                    </ChatLink>
                  </td>
                  <td>
                    <TruncatedText text={lead.subSourceName} />
                  </td>
                  <td>
                    <TruncatedText text={leadOrigin(lead)} />
                  </td>
                  <td {...(lead.kind === 'phone' && markLead(lead))}>
                    {lead.kind === 'phone' ? lead.value : texts.none}
                  </td>
                  <td {...(lead.kind !== 'phone' && markLead(lead))}>
                    {lead.kind === 'phone' ? texts.none : lead.value || LEAD_KIND_LABELS[lead.kind]}
                  </td>
                  <td>{lead.agentName ?? texts.none}</td>
                  <td>{LEAD_STATUS_LABELS[lead.status]}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  )
}

/** Where 数据统计 lists all of a kind. */
const LISTS: Partial<Record<AttentionKind, Record<string, string>>> = {
  unanswered: { tab: 'session', metric: 'unanswered' },
  negative: { tab: 'session', metric: 'handoffRate', reason: 'negative' },
}

export function AttentionBlock({ report, filter, refreshing }: Shown & { report: DailyReport }) {
  const timeZone = useTimeZone()
  const { attention, attentionTotals, wordHits } = report
  const shownOf = (kind: AttentionKind) => attention.filter((each) => each.kind === kind).length
  const cut = ATTENTION_KINDS.filter((kind) => attentionTotals[kind] > shownOf(kind))
  return (
    <Panel title={texts.attention} refreshing={refreshing}>
      {cut.map((kind) => {
        const list = LISTS[kind]
        const name = texts.attentionKinds[kind]
        return (
          <p key={kind} className={styles.quiet}>
            {name} {dailyCutText(shownOf(kind), attentionTotals[kind])}{' '}
            {list && <AllLink filter={filter} name={name} list={list} />}
          </p>
        )
      })}
      {attention.length === 0 && wordHits.length === 0 ? (
        <Empty icon={CircleCheck} text={texts.noAttention} />
      ) : (
        <ul className={styles.attention}>
          {attention.map(({ kind, customerId, customerName, messageId, at, reason }) => (
            <li key={`${kind} ${customerId} ${messageId} ${at}`}>
              <b>{texts.attentionKinds[kind]}</b>
              <ChatLink customerId={customerId} messageId={messageId}>
                {customerName}
              </ChatLink>
              {reason && <TruncatedText text={reason} />}
              <time dateTime={at}>{clock(at, timeZone)}</time>
            </li>
          ))}
        </ul>
      )}
      <WordHits report={report} />
    </Panel>
  )
}

/** What the guard found in texts, by account and agent; a text that was refused has no conversation to open. */
function WordHits({ report: { wordHits, wordHitTotal } }: { report: DailyReport }) {
  const timeZone = useTimeZone()
  if (wordHits.length === 0) return null
  return (
    <section className={styles.wordHits} aria-label={WORD_HITS_LABEL}>
      <h3>{WORD_HITS_LABEL}</h3>
      <ul className={styles.lines}>
        {wordHits.map((row) => (
          <li key={`${row.subSourceId} ${row.agentId}`}>
            <span>{wordHitsOwner(row)}</span>
            <span>{wordHitsText(row)}</span>
            <b>{texts.hits(row.hits)}</b>
          </li>
        ))}
      </ul>
      {wordHitTotal > wordHits.length && <p className={styles.quiet}>{dailyCutText(wordHits.length, wordHitTotal)}</p>}
      {timeZone !== DEFAULT_TIME_ZONE && <p className={styles.quiet}>{texts.wordHitsDay}</p>}
    </section>
  )
}

/** 账单明细 of an item; it knows no data scope, no agents, and an account without its sub-accounts. */
function useBillPath({ date, subSourceId, agentId }: DailyFilter): (item: PointItem) => string | undefined {
  const canView = useCan('pointManagement:viewPage')
  const seesAll = useSeesAll()
  const { range, from, to } = statisticsFilter({ date, compare: 'prevDay' })
  return (item) =>
    canView && seesAll && !subSourceId && !agentId
      ? `/point/bill-list?${writeQuery({ item, range, from, to })}`
      : undefined
}

export function PointsBlock({ report: { points }, filter, refreshing }: Shown & { report: DailyReport }) {
  const billPath = useBillPath(filter)
  return (
    <Panel title={texts.points} refreshing={refreshing}>
      {points.length === 0 ? (
        <p className={styles.quiet}>{texts.noPoints}</p>
      ) : (
        <ul className={styles.lines}>
          {points.map(({ item, points: used }) => (
            <li key={item}>
              <span>{POINT_ITEM_LABELS[item]}</span>
              <b>
                <ListLink to={billPath(item)}>{formatNumber(used)}</ListLink>
              </b>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
