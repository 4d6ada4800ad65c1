import { LEAD_STATUSES, type LeadPageRow } from '@ruwu/contract'
import {
  canMoveLead,
  contactLabel,
  formatDateTime,
  LEAD_EXTRACTOR_LABELS,
  LEAD_RESULT_LABELS,
  LEAD_STATUS_LABELS,
  leadOrigin,
  NO_VALUE,
} from '@ruwu/domain'
import { Button, TruncatedText } from '@ruwu/ui'
import { Dropdown, type TableColumnsType } from 'antd'
import { ChevronDown, ContactRound } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { showError } from '../../../api/show-error.ts'
import { FilterSelect, optionsOf } from '../../../list/filter-row.tsx'
import { ListFoot } from '../../../list/list-foot.tsx'
import { pageSizeOf, withPaging } from '../../../list/url-query.ts'
import { useUrlSort } from '../../../list/url-sort.ts'
import { useUrlQuery } from '../../../list/use-url-query.ts'
import { useSeesAll } from '../../agent/index.ts'
import { InvalidDialog, markLead, reportSelectedLeads } from '../../lead/index.ts'
import { useCan } from '../../permission/index.ts'
import { RowsPanel } from '../components/rows-panel.tsx'
import { useAsOf, useStatisticsFilter } from '../components/use-filter.ts'
import type { TabProps } from '../statistics-page.tsx'
import { LEAD_SORTS, leadList, readLeadBody } from '../statistics-url.ts'
import { useChangeLead } from '../statistics.mutations.ts'
import { useLeadPage } from '../statistics.queries.ts'
import { texts } from '../texts.ts'
import styles from './tabs.module.css'

const statuses = optionsOf(LEAD_STATUSES, LEAD_STATUS_LABELS)

export function LeadTab({ onAsOf }: TabProps) {
  const { timeZone } = useStatisticsFilter()
  const [query, change] = useUrlQuery()
  const body = readLeadBody(query)
  const { column, onChange } = useUrlSort(LEAD_SORTS)
  const { data, error, isFetching, refetch } = useLeadPage(body)
  const canChat = useCan('im:viewPage')
  const canEdit = useCan('im:editCustomerInfo')
  useAsOf(data?.asOf, onAsOf)
  const columns: TableColumnsType<LeadPageRow> = [
    {
      title: texts.time,
      fixed: 'left',
      width: 142,
      ...column('createdAt'),
      render: (_, { createdAt }) => formatDateTime(createdAt, timeZone),
    },
    {
      title: texts.customer,
      width: 130,
      render: (_, row) => (canChat ? <CustomerLink row={row} /> : row.customerName),
    },
    { title: texts.kind, width: 84, render: (_, row) => contactLabel(row) },
    {
      title: texts.number,
      width: 140,
      onCell: markLead,
      render: (_, { value }) => <TruncatedText text={value || NO_VALUE} />,
    },
    { title: texts.account, width: 140, render: (_, { subSourceName }) => <TruncatedText text={subSourceName} /> },
    {
      title: texts.origin,
      width: 150,
      render: (_, row) => <TruncatedText text={leadOrigin(row)} />,
    },
    { title: texts.extractor, width: 84, render: (_, { extractor }) => LEAD_EXTRACTOR_LABELS[extractor] },
    { title: texts.owner, width: 96, render: (_, { agentName }) => agentName ?? texts.unassigned },
    {
      title: texts.status,
      width: 116,
      render: (_, row) => (canEdit ? <StatusMenu row={row} /> : LEAD_STATUS_LABELS[row.status]),
    },
    { title: texts.dedupe, width: 110, render: (_, { result }) => LEAD_RESULT_LABELS[result] },
  ]
  return (
    <div onCopy={reportSelectedLeads}>
      <RowsPanel
        label={texts.tabs.lead}
        head={
          <div className={styles.note}>
            <FilterSelect
              label={texts.status}
              value={body.status}
              options={statuses}
              onChange={(status) => change((old) => withStatus(old, status))}
            />
            <LeadListLink />
          </div>
        }
        rows={data?.rows}
        rowKey={({ leadId }) => leadId}
        columns={columns}
        width={1192}
        error={error}
        onRetry={refetch}
        isFetching={isFetching}
        onChange={onChange}
        icon={ContactRound}
        none={texts.noLeads}
        foot={
          data && (
            <ListFoot
              total={data.total}
              paging={{ page: data.page, pageSize: pageSizeOf(data.pageSize) }}
              onTurn={(next) => change((old) => withPaging(old, next))}
            />
          )
        }
      />
    </div>
  )
}

/**
 * To the list where the leads of the figure are followed up. For who sees a part of the customers that list also has leads whose first
 * one is with others, and goes by their own owner: it is promised to be the same to an administrator of all accounts only.
 */
export function LeadListLink() {
  const [query] = useUrlQuery()
  const leads = leadList(query)
  const seesAll = useSeesAll()
  if (!useCan('im:viewPage') || !leads) return null
  return (
    <Link className={styles.link} to={leads.to}>
      {leads.isSame && seesAll ? texts.followLeads : texts.sameDaysLeads}
    </Link>
  )
}

function withStatus(query: URLSearchParams, status: string | undefined): URLSearchParams {
  const next = new URLSearchParams(query)
  next.delete('page')
  if (status) next.set('status', status)
  else next.delete('status')
  return next
}

function CustomerLink({ row: { customerId, customerName, messageId } }: { row: LeadPageRow }) {
  const place = new URLSearchParams({ customerId, ...(messageId && { messageId }) })
  return (
    <Link className={styles.link} to={`/chat?${place}`}>
      {customerName}
    </Link>
  )
}

/** 改状态: the statuses it may move to; 无效 asks for the reason. */
function StatusMenu({ row: { leadId, status, value, kind } }: { row: LeadPageRow }) {
  const [isAsking, setIsAsking] = useState(false)
  const update = useChangeLead()
  const move = (part: Omit<Parameters<typeof update.mutate>[0], 'leadId'>) =>
    update.mutate({ leadId, ...part }, { onError: showError })
  const moves = LEAD_STATUSES.filter((to) => to !== status && canMoveLead(status, to))
  // A customer who copied our contact has left none: there is nothing to follow up.
  if (kind === 'wechat_copy' || moves.length === 0) return LEAD_STATUS_LABELS[status]
  const choose = (to: (typeof moves)[number] | undefined) =>
    to === 'invalid' ? setIsAsking(true) : move({ status: to })
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items: moves.map((to) => ({ key: to, label: LEAD_STATUS_LABELS[to] })),
          onClick: ({ key }) => choose(moves.find((to) => to === key)),
        }}
      >
        <Button
          size="sm"
          variant="ghost"
          busy={update.isPending}
          aria-label={texts.changeStatus(LEAD_STATUS_LABELS[status], value)}
        >
          {LEAD_STATUS_LABELS[status]}
          <ChevronDown size={14} aria-hidden="true" />
        </Button>
      </Dropdown>
      {isAsking && (
        <InvalidDialog
          onConfirm={(reason) => {
            move({ status: 'invalid', reason })
            setIsAsking(false)
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
