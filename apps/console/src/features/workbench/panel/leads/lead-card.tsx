import { LEAD_STATUSES, type CustomerId, type Lead } from '@ruwu/contract'
import { canMoveLead, formatDateTime, LEAD_RESULT_LABELS, LEAD_STATUS_LABELS } from '@ruwu/domain'
import { Button } from '@ruwu/ui'
import { Dropdown } from 'antd'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useTimeZone } from '../../../enterprise/index.ts'
import { canBePrimary, InvalidDialog, useUpdateLead, type LeadChange } from '../../../lead/index.ts'
import { texts } from '../texts.ts'
import { UncertainChoices } from './lead-line.tsx'
import styles from './lead-card.module.css'
import { LeadLine } from './lead-line.tsx'

type LeadCardProps = { lead: Lead; canEdit: boolean; onShowMessage: (seq: number) => void }

/** One contact: origin, duplicates and actions. */
export function LeadCard({ lead, canEdit, onShowMessage }: LeadCardProps) {
  const { customerId, leadId, state, result, reason, hits, repeats, dupOf, dups, dupCount, messageSeq, createdAt } =
    lead
  const timeZone = useTimeZone()
  const update = useUpdateLead(customerId)
  const change = (part: Omit<LeadChange, 'leadId'>) => update.mutate({ leadId, ...part })
  return (
    <article className={styles.card}>
      <LeadLine lead={lead} />
      <p className={styles.meta}>
        <time dateTime={createdAt}>{formatDateTime(createdAt, timeZone)}</time>
        {state === 'valid' && result !== 'new' && result !== 'exists' && <span>{LEAD_RESULT_LABELS[result]}</span>}
        {reason && <span>{reason}</span>}
        {messageSeq !== null && (
          <Button variant="link" onClick={() => onShowMessage(messageSeq)}>
            {texts.showMessage}
          </Button>
        )}
      </p>
      {dupOf && (
        <p className={styles.dup}>
          {texts.exists(dupOf.agentName ?? texts.unassigned)}
          {dupOf.customerId && <Link to={addressOf(dupOf.customerId)}>{texts.openOther(dupOf.name)}</Link>}
        </p>
      )}
      {dups.map((other) => (
        <p key={other.customerId} className={styles.dup}>
          {texts.alsoGiven(other.agentName ?? texts.unassigned)}
          <Link to={addressOf(other.customerId)}>{texts.openOther(other.name)}</Link>
        </p>
      ))}
      {dupCount > dups.length && <p className={styles.dup}>{texts.moreGiven(dupCount - dups.length)}</p>}
      {hits > 1 && (
        <p className={styles.meta}>
          <span>{LEAD_RESULT_LABELS.repeated}</span>
          <span>{texts.hits(hits)}</span>
          {repeats.map(({ messageId, messageSeq: seq, at }) => (
            <Button key={messageId} variant="link" onClick={() => onShowMessage(seq)}>
              {formatDateTime(at, timeZone)}
            </Button>
          ))}
        </p>
      )}
      {canEdit && <Actions lead={lead} onChange={change} />}
    </article>
  )
}

const addressOf = (customerId: CustomerId) => `/chat?customerId=${customerId}`

type ActionsProps = { lead: Lead; onChange: (part: Omit<LeadChange, 'leadId'>) => void }

function Actions({ lead, onChange }: ActionsProps) {
  const [isAsking, setIsAsking] = useState(false)
  const { kind, state, status } = lead
  if (state === 'rejected' || kind === 'wechat_copy') return null
  if (state === 'ambiguous') return <UncertainChoices onChange={onChange} />
  const moves = LEAD_STATUSES.filter((to) => to !== 'invalid' && canMoveLead(status, to))
  return (
    <div className={styles.actions}>
      {moves.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: moves.map((to) => ({ key: to, label: LEAD_STATUS_LABELS[to] })),
            onClick: ({ key }) => onChange({ status: moves.find((to) => to === key) }),
          }}
        >
          <Button size="sm" variant="ghost">
            {texts.status}
            <ChevronDown size={14} aria-hidden="true" />
          </Button>
        </Dropdown>
      )}
      {canBePrimary(lead) && (
        <Button size="sm" variant="ghost" onClick={() => onChange({ isPrimary: true })}>
          {texts.setPrimary}
        </Button>
      )}
      {status !== 'invalid' && (
        <Button size="sm" variant="ghost" onClick={() => setIsAsking(true)}>
          {texts.markInvalid}
        </Button>
      )}
      {isAsking && (
        <InvalidDialog
          onConfirm={(reason) => {
            onChange({ status: 'invalid', reason })
            setIsAsking(false)
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  )
}
