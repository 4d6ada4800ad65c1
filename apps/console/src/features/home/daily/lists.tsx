import { ATTENTION_KINDS, type AttentionKind, type DailyFilter, type DailyReport } from '@ruwu/contract'
import {
  dailyCutText,
  formatDateTime,
  formatNumber,
  LEAD_KIND_LABELS,
  LEAD_STATUS_LABELS,
  POINT_ITEM_LABELS,
} from '@ruwu/domain'
import { Empty, Panel, TruncatedText } from '@ruwu/ui'
import { CircleCheck, Phone } from 'lucide-react'
import { Link } from 'react-router'
import { useTimeZone } from '../../enterprise/index.ts'
import { ChatLink } from '../../knowledge/index.ts'
import { useStatisticsPath } from '../home-range.ts'
import { listQuery } from './daily-url.ts'
import { texts } from './texts.ts'
import styles from './daily-page.module.css'

const clock = (at: string, timeZone: string) => formatDateTime(at, timeZone).slice(-5)

type ListLinkProps = { filter: DailyFilter; name: string; list: Record<string, string> }

/** Link to the whole list in 数据统计; absent without the permission statistics:viewPage. */
function ListLink({ filter, name, list }: ListLinkProps) {
  const path = useStatisticsPath()
  return (
    path && (
      <Link className={styles.link} to={`${path}?${listQuery(filter, list)}`} aria-label={texts.viewAllOf(name)}>
        {texts.viewAll}
      </Link>
    )
  )
}

type LeadBlockProps = Pick<DailyReport, 'leads' | 'leadTotal'> & { filter: DailyFilter }

export function LeadBlock({ leads, leadTotal, filter }: LeadBlockProps) {
  const timeZone = useTimeZone()
  return (
    <Panel
      title={texts.leads}
      note={leadTotal > 0 && (dailyCutText(leads.length, leadTotal) ?? texts.leadCount(leadTotal))}
      actions={leadTotal > leads.length && <ListLink filter={filter} name={texts.leads} list={{ tab: 'lead' }} />}
    >
      {leads.length === 0 ? (
        <Empty icon={Phone} text={texts.noLeads} />
      ) : (
        <div className={styles.scroll}>
          <table className={styles.table}>
            <thead>
              <tr>
                {[
                  texts.time,
                  texts.customer,
                  texts.account,
                  texts.content,
                  texts.contact,
                  texts.owner,
                  texts.status,
                ].map((title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className={styles.words}>
              {leads.map((lead) => (
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
                  <td>{lead.adName ?? lead.contentId ?? texts.none}</td>
                  <td>
                    {LEAD_KIND_LABELS[lead.kind]} {lead.value}
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

type AttentionBlockProps = Pick<DailyReport, 'attention' | 'attentionTotals'> & { filter: DailyFilter }

export function AttentionBlock({ attention, attentionTotals, filter }: AttentionBlockProps) {
  const timeZone = useTimeZone()
  const shownOf = (kind: AttentionKind) => attention.filter((each) => each.kind === kind).length
  const cut = ATTENTION_KINDS.filter((kind) => attentionTotals[kind] > shownOf(kind))
  return (
    <Panel title={texts.attention}>
      {cut.map((kind) => {
        const list = LISTS[kind]
        const name = texts.attentionKinds[kind]
        return (
          <p key={kind} className={styles.quiet}>
            {name} {dailyCutText(shownOf(kind), attentionTotals[kind])}{' '}
            {list && <ListLink filter={filter} name={name} list={list} />}
          </p>
        )
      })}
      {attention.length === 0 ? (
        <Empty icon={CircleCheck} text={texts.noAttention} />
      ) : (
        <ul className={styles.attention}>
          {attention.map(({ kind, customerId, customerName, messageId, at }) => (
            <li key={`${kind} ${customerId} ${messageId} ${at}`}>
              <b>{texts.attentionKinds[kind]}</b>
              <ChatLink customerId={customerId} messageId={messageId}>
                {customerName}
              </ChatLink>
              <time dateTime={at}>{clock(at, timeZone)}</time>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

export function PointsBlock({ report: { points } }: { report: DailyReport }) {
  return (
    <Panel title={texts.points}>
      {points.length === 0 ? (
        <p className={styles.quiet}>{texts.noPoints}</p>
      ) : (
        <ul className={styles.lines}>
          {points.map(({ item, points: used }) => (
            <li key={item}>
              <span>{POINT_ITEM_LABELS[item]}</span>
              <b>{formatNumber(used)}</b>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
