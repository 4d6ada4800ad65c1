import type { DailyReport } from '@ruwu/contract'
import { formatDateTime, formatNumber, LEAD_KIND_LABELS, LEAD_STATUS_LABELS, POINT_ITEM_LABELS } from '@ruwu/domain'
import { Empty, Panel, TruncatedText } from '@ruwu/ui'
import { CircleCheck, Phone } from 'lucide-react'
import { useTimeZone } from '../../enterprise/index.ts'
import { ChatLink } from '../../knowledge/index.ts'
import { texts } from './texts.ts'
import styles from './daily-page.module.css'

const clock = (at: string, timeZone: string) => formatDateTime(at, timeZone).slice(-5)

export function LeadBlock({ leads }: Pick<DailyReport, 'leads'>) {
  const timeZone = useTimeZone()
  return (
    <Panel title={texts.leads} note={leads.length > 0 && texts.leadCount(leads.length)}>
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

export function AttentionBlock({ attention }: Pick<DailyReport, 'attention'>) {
  const timeZone = useTimeZone()
  return (
    <Panel title={texts.attention}>
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
