import { LEAD_STATUSES, type Lead, type LeadId, type LeadItem, type LeadStatus } from '@ruwu/contract'
import { canMoveLead, formatDateTime, LEAD_STATUS_LABELS, leadOrigin, NO_VALUE } from '@ruwu/domain'
import { Avatar, Button, buttonClass, Chip, cx, ErrorBlock, IconButton, SkeletonRows } from '@ruwu/ui'
import { Dropdown } from 'antd'
import { ChevronDown, ChevronUp, Link2, MessageSquareText, X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { messageOf } from '../../../api/errors.ts'
import { SourceIcon } from '../../../rendering/source-icon.tsx'
import { StoredAvatar } from '../../../stored-file/stored-image.tsx'
import { useTimeZone } from '../../enterprise/index.ts'
import { extractionOf, InvalidDialog, useLeadBatch, useLeadPage, useLeads } from '../../lead/index.ts'
import { useCan } from '../../permission/index.ts'
import { Contact } from './lead-table.tsx'
import { LeadTimeline } from './lead-timeline.tsx'
import { texts } from './texts.ts'
import styles from './lead-drawer.module.css'

type LeadDrawerProps = {
  leadId: LeadId
  /** The rows of the page, among which ‹ › move. */
  rows: readonly LeadItem[]
  onOpen: (leadId: LeadId) => void
  onClose: () => void
}

/** The open lead beside the list; on a phone over it. */
export function LeadDrawer({ leadId, rows, onOpen, onClose }: LeadDrawerProps) {
  const at = rows.findIndex((row) => row.leadId === leadId)
  // A lead that is not on this page, opened by its address.
  const { data, error, refetch } = useLeadPage({ leadIds: [leadId] }, at < 0)
  const lead = rows[at] ?? data?.items.find((row) => row.leadId === leadId)
  const head = useRef<HTMLHeadingElement>(null)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    head.current?.focus()
    const onKey = (event: KeyboardEvent) => {
      // Layers above the drawer close first.
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('[aria-modal="true"]')) close()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  const move = (step: 1 | -1) => {
    const to = rows[at + step]
    if (to) onOpen(to.leadId)
  }
  return (
    <aside className={styles.drawer} data-immersive aria-label={texts.title}>
      <header className={styles.head}>
        {lead && (
          <>
            <StoredAvatar
              name={lead.customerName}
              src={lead.avatar}
              size={40}
              mark={<SourceIcon source={lead.source} size={14} />}
            />
            <div className={styles.names}>
              <h2 ref={head} tabIndex={-1} className="cut">
                {lead.customerName}
              </h2>
              <small className="cut">{lead.subSourceName}</small>
            </div>
          </>
        )}
        <span className={styles.moves}>
          <IconButton label={texts.previous} title={texts.previous} disabled={at <= 0} onClick={() => move(-1)}>
            <ChevronUp size={18} strokeWidth={1.75} />
          </IconButton>
          <IconButton
            label={texts.next}
            title={texts.next}
            disabled={at < 0 || at >= rows.length - 1}
            onClick={() => move(1)}
          >
            <ChevronDown size={18} strokeWidth={1.75} />
          </IconButton>
          <IconButton label={texts.close} title={texts.close} onClick={onClose}>
            <X size={18} strokeWidth={1.75} />
          </IconButton>
        </span>
      </header>
      {lead ? (
        <LeadBody lead={lead} />
      ) : error || data ? (
        <ErrorBlock message={error ? messageOf(error) : texts.gone} onRetry={refetch} />
      ) : (
        <SkeletonRows rows={6} disc={false} />
      )}
    </aside>
  )
}

function LeadBody({ lead }: { lead: LeadItem }) {
  const timeZone = useTimeZone()
  const { data: leads } = useLeads(lead.customerId)
  const own = leads?.find(({ leadId }) => leadId === lead.leadId)
  const place = new URLSearchParams({
    customerId: lead.customerId,
    ...(own?.messageId && { messageId: own.messageId }),
  })
  return (
    <>
      <div className={styles.body}>
        <StageBar status={lead.status} />
        {lead.reason && <p className={styles.reason}>{texts.reason(lead.reason)}</p>}
        <Contacts lead={lead} leads={leads} />
        <dl className={styles.facts}>
          <Fact label={texts.owner}>{lead.agentName ?? texts.unassigned}</Fact>
          <Fact label={texts.account}>{lead.subSourceName}</Fact>
          <Fact label={texts.content}>{leadOrigin(lead)}</Fact>
          <Fact label={texts.createdAt}>{formatDateTime(lead.createdAt, timeZone)}</Fact>
          <Fact label={texts.lastHitAt}>{formatDateTime(lead.lastHitAt, timeZone)}</Fact>
          <Fact label={texts.followedAt}>{lead.followedAt ? formatDateTime(lead.followedAt, timeZone) : NO_VALUE}</Fact>
        </dl>
        {own && <Duplicates lead={own} />}
        <LeadTimeline leadId={lead.leadId} />
      </div>
      <footer className={styles.foot}>
        <StatusMenu lead={lead} />
        <Link className={buttonClass({ variant: 'primary' })} to={`/chat?${place}`}>
          <MessageSquareText size={16} aria-hidden="true" />
          {texts.openChat}
        </Link>
      </footer>
    </>
  )
}

const STAGES = LEAD_STATUSES.filter((status) => status !== 'invalid')

/** How far the lead has come; an invalid one has left the way. */
const StageBar = ({ status }: { status: LeadStatus }) => (
  <ol className={cx(styles.stages, status === 'invalid' && styles.left)} aria-label={texts.status}>
    {STAGES.map((stage, index) => (
      <li
        key={stage}
        aria-current={stage === status ? 'step' : undefined}
        className={index < STAGES.findIndex((it) => it === status) ? styles.done : undefined}
      >
        {LEAD_STATUS_LABELS[stage]}
      </li>
    ))}
  </ol>
)

/** The customer's valid contacts, the open one while they are loading. */
function Contacts({ lead, leads }: { lead: LeadItem; leads: readonly Lead[] | undefined }) {
  const contacts = leads?.filter(({ kind, state }) => kind !== 'wechat_copy' && state === 'valid')
  if (!contacts) return <ContactRow contact={lead} />
  return (
    <ul className={styles.contacts}>
      {contacts.map((contact) => (
        <li key={contact.leadId}>
          <ContactRow contact={contact as ContactRowProps['contact']} isPrimary={contact.isPrimary}>
            {extractionOf(contact.extractor)}
          </ContactRow>
        </li>
      ))}
    </ul>
  )
}

type ContactRowProps = {
  contact: Pick<LeadItem, 'leadId' | 'kind' | 'value'>
  isPrimary?: boolean
  children?: ReactNode
}

const ContactRow = ({ contact, isPrimary = false, children }: ContactRowProps) => (
  <div className={styles.contact}>
    <Contact row={contact} />
    {isPrimary && contact.kind === 'phone' && <Chip>{texts.primary}</Chip>}
    {children && <small>{children}</small>}
  </div>
)

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** Other customers with the same contact, in both directions. */
function Duplicates({ lead: { dupOf, dups, dupCount } }: { lead: Lead }) {
  const others = [
    ...(dupOf ? [{ ...dupOf, text: texts.exists(dupOf.agentName ?? texts.unassigned) }] : []),
    ...dups.map((other) => ({ ...other, text: texts.alsoGiven(other.agentName ?? texts.unassigned) })),
  ]
  if (others.length === 0) return null
  const all = dupCount + (dupOf ? 1 : 0)
  return (
    <section className={styles.duplicates}>
      <h3>
        <Link2 size={14} aria-hidden="true" />
        {texts.duplicatesTitle(all)}
        <small>{texts.duplicatesNote}</small>
      </h3>
      {others.map((other) => (
        <div key={other.customerId ?? 'hidden'} className={styles.duplicate}>
          <Avatar name={other.customerId ? other.name : '·'} size={28} />
          <span className={styles.names}>
            <b className="cut">{other.customerId ? other.name : texts.hiddenCustomer}</b>
            <small>{other.text}</small>
          </span>
          {other.customerId && (
            <Link className={buttonClass({ size: 'sm' })} to={`/chat?customerId=${other.customerId}`}>
              {texts.see}
            </Link>
          )}
        </div>
      ))}
      {all > others.length && <small>{texts.moreDuplicates(all - others.length)}</small>}
    </section>
  )
}

/** 改状态: the statuses it may move to; 无效 asks for the reason. */
function StatusMenu({ lead: { leadId, status } }: { lead: LeadItem }) {
  const [isAsking, setIsAsking] = useState(false)
  const batch = useLeadBatch()
  const moves = LEAD_STATUSES.filter((to) => canMoveLead(status, to))
  if (!useCan('im:editCustomerInfo') || moves.length === 0) return null
  const choose = (to: LeadStatus | undefined) => {
    if (to === 'invalid') setIsAsking(true)
    else if (to) batch.mutate({ leadIds: [leadId], status: to })
  }
  return (
    <>
      <Dropdown
        trigger={['click']}
        placement="top"
        menu={{
          items: moves.map((to) => ({ key: to, label: LEAD_STATUS_LABELS[to] })),
          onClick: ({ key }) => choose(moves.find((to) => to === key)),
        }}
      >
        <Button busy={batch.isPending}>
          {texts.changeStatus}
          <ChevronDown size={15} aria-hidden="true" />
        </Button>
      </Dropdown>
      {isAsking && (
        <InvalidDialog
          onConfirm={(reason) => {
            setIsAsking(false)
            batch.mutate({ leadIds: [leadId], status: 'invalid', reason })
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
