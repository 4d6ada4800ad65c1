import { LEAD_LIST_SORTS, type LeadId, type LeadItem, type LeadKind } from '@ruwu/contract'
import { contactLabel, formatDateTime, formatListTime, leadOrigin, NO_VALUE } from '@ruwu/domain'
import { Button, cx, IconButton, TruncatedText } from '@ruwu/ui'
import { Checkbox, Table, type TableColumnsType } from 'antd'
import { Copy, type LucideIcon, MessageCircleMore, Phone } from 'lucide-react'
import { useMinute } from '../../../browser/clock.ts'
import { copyText } from '../../../browser/copy-text.ts'
import { SourceIcon } from '../../../rendering/source-icon.tsx'
import { useUrlSort } from '../../../list/url-sort.ts'
import { StoredAvatar } from '../../../stored-file/stored-image.tsx'
import { useTimeZone } from '../../enterprise/index.ts'
import { markLead, reportLeadCopied } from '../../lead/index.ts'
import { LeadStatusMark } from './lead-status.tsx'
import { texts } from './texts.ts'
import type { LeadSelection } from './use-lead-selection.ts'
import styles from './lead-table.module.css'

type LeadListProps = {
  rows: LeadItem[]
  openId: LeadId | undefined
  selection: LeadSelection
  onOpen: (leadId: LeadId) => void
}

export function LeadTable({ rows, openId, selection, onOpen }: LeadListProps) {
  const { column, onChange } = useUrlSort(LEAD_LIST_SORTS)
  const columns: TableColumnsType<LeadItem> = [
    { title: texts.customer, fixed: 'left', width: 152, render: (_, row) => <Customer row={row} onOpen={onOpen} /> },
    { title: texts.contact, width: 164, render: (_, row) => <Contact row={row} /> },
    { title: texts.kind, width: 66, render: (_, row) => contactLabel(row) },
    { title: texts.status, width: 88, render: (_, { status }) => <LeadStatusMark status={status} /> },
    { title: texts.owner, width: 80, render: (_, row) => <Owner row={row} /> },
    { title: texts.account, width: 112, render: (_, { subSourceName }) => <TruncatedText text={subSourceName} /> },
    { title: texts.content, width: 126, render: (_, row) => <Content row={row} /> },
    {
      title: texts.createdAt,
      width: 104,
      ...column('createdAt'),
      render: (_, { createdAt }) => <Time at={createdAt} />,
    },
    {
      title: texts.lastHitAt,
      width: 104,
      ...column('lastHitAt'),
      render: (_, { lastHitAt }) => <Time at={lastHitAt} />,
    },
    { title: texts.followedAt, width: 98, render: (_, { followedAt }) => <Time at={followedAt} /> },
    { title: texts.duplicate, width: 60, render: (_, { duplicates }) => duplicates > 0 && texts.others(duplicates) },
  ]
  return (
    <Table
      rowKey="leadId"
      columns={columns}
      dataSource={rows}
      onChange={onChange}
      pagination={false}
      size="small"
      tableLayout="fixed"
      // All columns fit at 1440 px.
      scroll={{ x: 1194 }}
      rowClassName={({ leadId }) => cx(styles.row, leadId === openId && styles.open)}
      onRow={({ leadId }) => ({ onClick: () => onOpen(leadId) })}
      rowSelection={{
        columnWidth: 40,
        selectedRowKeys: selection.items.map(({ leadId }) => leadId),
        preserveSelectedRowKeys: true,
        getCheckboxProps: ({ customerName }) => ({ 'aria-label': texts.select(customerName) }),
        onChange: (keys) => selection.choose(rows, keys as LeadId[]),
        onCell: () => ({ onClick: (event) => event.stopPropagation() }),
      }}
    />
  )
}

/** The table on a phone: one card per lead. */
export function LeadCards({ rows, selection, onOpen }: LeadListProps) {
  const tick = (row: LeadItem, isOn: boolean) => {
    const others = selection.items.map(({ leadId }) => leadId).filter((id) => id !== row.leadId)
    selection.choose(rows, isOn ? [...others, row.leadId] : others)
  }
  return (
    <ul className={styles.cards}>
      {rows.map((row) => (
        <li key={row.leadId}>
          <Checkbox
            aria-label={texts.select(row.customerName)}
            checked={selection.isChosen(row.leadId)}
            onChange={({ target }) => tick(row, target.checked)}
          />
          <div className={styles.card}>
            <span className={styles.line}>
              <Customer row={row} onOpen={onOpen} />
              <LeadStatusMark status={row.status} />
            </span>
            <Contact row={row} />
            <span className={styles.meta}>
              <Owner row={row} /> · {row.subSourceName} · <Time at={row.lastHitAt} />
              {row.duplicates > 0 && ` · ${texts.duplicate} ${texts.others(row.duplicates)}`}
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
}

const Customer = ({ row, onOpen }: { row: LeadItem; onOpen: (leadId: LeadId) => void }) => (
  <span className={styles.customer}>
    <StoredAvatar name={row.customerName} src={row.avatar} size={24} />
    <Button
      variant="link"
      className={styles.name}
      aria-label={texts.open(row.customerName)}
      onClick={(event) => {
        event.stopPropagation()
        onOpen(row.leadId)
      }}
    >
      <span className="cut">{row.customerName}</span>
    </Button>
  </span>
)

const ICONS: Partial<Record<LeadKind, LucideIcon>> = { phone: Phone, wechat: MessageCircleMore }

/** The contact with its copy button, which stays visible. */
export function Contact({ row: { leadId, kind, value } }: { row: Pick<LeadItem, 'leadId' | 'kind' | 'value'> }) {
  const Icon = ICONS[kind] ?? Phone
  const copy = async () => {
    // Audit: the server records the copy of an unmasked value; a masked one reveals nothing.
    if (await copyText(value, texts.copied)) reportLeadCopied(leadId)
  }
  return (
    <span className={styles.contact}>
      <Icon size={14} strokeWidth={1.75} aria-label={contactLabel({ kind, value })} />
      <span className="cut" {...markLead({ leadId, value })}>
        {value}
      </span>
      <IconButton
        label={texts.copyOf(value)}
        title={texts.copy}
        onClick={(event) => {
          event.stopPropagation()
          void copy()
        }}
      >
        <Copy size={14} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
    </span>
  )
}

const Owner = ({ row: { agentName } }: { row: LeadItem }) =>
  agentName ? <TruncatedText text={agentName} /> : <span className={styles.none}>{texts.unassigned}</span>

const Content = ({ row }: { row: LeadItem }) => (
  <span className={styles.content}>
    <SourceIcon source={row.source} size={13} />
    <TruncatedText text={leadOrigin(row)} />
  </span>
)

/** As in the list of customers; the whole time on hover. */
export function Time({ at }: { at: string | null }) {
  const timeZone = useTimeZone()
  const now = new Date(useMinute())
  if (!at) return NO_VALUE
  return (
    <time dateTime={at} title={formatDateTime(at, timeZone)} className={styles.time}>
      {formatListTime(at, now, timeZone)}
    </time>
  )
}
