import type { CorpAccount } from '@ruwu/contract'
import { formatDate, formatDateTime, formatNumber, sortRows } from '@ruwu/domain'
import { IconButton, Tooltip } from '@ruwu/ui'
import { Table, type TableColumnsType } from 'antd'
import { ChevronRight } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useUrlSort } from '../../../list/url-sort.ts'
import { useTimeZone } from '../../enterprise/index.ts'
import { flatten, kosOf, type Account } from '../account.ts'
import { texts } from '../texts.ts'
import { AccountActions } from './account-actions.tsx'
import { AccountCell } from './account-cell.tsx'
import { AdState, OpenState } from './account-states.tsx'
import { PlanLink } from './plan-link.tsx'
import styles from './account-table.module.css'
import { ReceptionSwitch } from './reception-switch.tsx'

const SORTS = ['todayEnter', 'customers', 'boundAt'] as const

export type AccountListProps = {
  accounts: CorpAccount[]
  openRows: readonly string[]
  onOpenRows: (rows: readonly string[]) => void
  /** Undefined outside selection mode. */
  selection: { ids: readonly string[]; onChange: (ids: string[]) => void } | undefined
}

/** Main accounts, expandable to their sub-accounts, which inherit authorisation and advertising. */
export function AccountTable({ accounts, openRows, onOpenRows, selection }: AccountListProps) {
  const timeZone = useTimeZone()
  const { sort, column, onChange } = useUrlSort(SORTS)
  const names = new Map(flatten(accounts).map((it) => [it.relationId as string, it.name]))
  const columns: TableColumnsType<Account> = [
    {
      title: texts.account,
      fixed: 'left',
      width: 198,
      render: (_, account) => (
        <span className={styles.first}>
          <ExpandButton account={account} openRows={openRows} onOpenRows={onOpenRows} />
          <AccountCell account={account} />
        </span>
      ),
    },
    { title: texts.type, width: 64, render: (_, { accountType }) => texts.types[accountType] },
    {
      title: texts.openStatus,
      width: 90,
      onCell: ({ accountType }) => ({ colSpan: accountType === 'KOS' ? 2 : 1 }),
      render: (_, account) =>
        account.accountType === 'KOS' ? (
          <Tooltip text={`${texts.openStatuses[account.openStatus]} · ${texts.adStatuses[account.adStatus]}`}>
            <span className={styles.inherited}>{texts.inherited}</span>
          </Tooltip>
        ) : (
          <OpenState account={account} />
        ),
    },
    {
      title: texts.adStatus,
      width: 116,
      onCell: ({ accountType }) => ({ colSpan: accountType === 'KOS' ? 0 : 1 }),
      render: (_, { adStatus }) => <AdState adStatus={adStatus} />,
    },
    { title: texts.receptionMode, width: 156, render: (_, account) => <ReceptionSwitch account={account} /> },
    { title: texts.aiAgent, width: 78, render: (_, { aiAgentName }) => <AiAgent name={aiAgentName} /> },
    { title: texts.plan, width: 92, render: (_, account) => <PlanLink account={account} /> },
    {
      title: texts.todayEnter,
      width: 88,
      align: 'right',
      ...column('todayEnter'),
      render: (_, account) => <Count value={account.todayEnter} />,
    },
    {
      title: texts.customers,
      width: 76,
      align: 'right',
      ...column('customers'),
      render: (_, account) => <Count value={account.customers} />,
    },
    {
      title: texts.boundAt,
      width: 100,
      ...column('boundAt'),
      render: (_, { boundAt }) => (
        <time dateTime={boundAt} title={formatDateTime(boundAt, timeZone)}>
          {formatDate(boundAt, timeZone)}
        </time>
      ),
    },
    {
      title: texts.actions,
      fixed: 'right',
      width: 136,
      align: 'right',
      render: (_, account) => <AccountActions account={account} />,
    },
  ]
  return (
    <Table<Account>
      rowKey="relationId"
      columns={columns}
      dataSource={sortRows(accounts, sort, (account, field) => account[field])}
      onChange={onChange}
      pagination={false}
      tableLayout="fixed"
      // All columns fit at 1440 px.
      scroll={{ x: 1194 + (selection ? 44 : 0) }}
      expandable={{
        childrenColumnName: 'kosAccount',
        indentSize: 0,
        expandedRowKeys: openRows,
        // The expand button is part of the cell, aligned with the names.
        expandIcon: () => null,
      }}
      rowSelection={
        selection && {
          fixed: 'left',
          columnWidth: 44,
          checkStrictly: true,
          selectedRowKeys: [...selection.ids],
          onChange: (keys) => selection.onChange(keys.map(String)),
          columnTitle: unmeasured,
          getTitleCheckboxProps: () => ({ 'aria-label': texts.selectAll }),
          getCheckboxProps: ({ relationId }) => ({ 'aria-label': texts.select(names.get(relationId) ?? '') }),
        }
      }
    />
  )
}

/** antd renders the header a second time, hidden, to measure it; a control in there would be focusable. */
function Unmeasured({ children }: { children: ReactNode }) {
  const [isMeasured, setIsMeasured] = useState(false)
  const look = (element: HTMLElement | null) => {
    if (element?.closest('[aria-hidden="true"]')) setIsMeasured(true)
  }
  return <span ref={look}>{!isMeasured && children}</span>
}

const unmeasured = (control: ReactNode) => <Unmeasured>{control}</Unmeasured>

type ExpandButtonProps = Pick<AccountListProps, 'openRows' | 'onOpenRows'> & { account: Account }

function ExpandButton({ account, openRows, onOpenRows }: ExpandButtonProps) {
  const id: string = account.relationId
  const isOpen = openRows.includes(id)
  const count = kosOf(account).length
  if (count === 0) return <span className={account.accountType === 'KOS' ? styles.deep : styles.flat} />
  return (
    <IconButton
      className={styles.expand}
      label={isOpen ? texts.collapse(account.name, count) : texts.expand(account.name, count)}
      aria-expanded={isOpen}
      onClick={() => onOpenRows(isOpen ? openRows.filter((it) => it !== id) : [...openRows, id])}
    >
      <ChevronRight size={15} aria-hidden="true" />
      <small aria-hidden="true">{count}</small>
    </IconButton>
  )
}

const AiAgent = ({ name }: { name: string | null }) =>
  name ? <span className="cut">{name}</span> : <span className={styles.quiet}>{texts.unpublished}</span>

/** Zero is greyed. */
const Count = ({ value }: { value: number }) => (
  <span className={value === 0 ? styles.quiet : undefined}>{formatNumber(value)}</span>
)
