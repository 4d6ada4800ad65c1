import { BILL_SORTS, type PointBill, POINT_POOLS } from '@ruwu/contract'
import {
  billFilterText,
  billItemText,
  formatDate,
  formatDateTime,
  formatNumber,
  ORDER_TEXTS,
  POINT_TYPE_LABELS,
} from '@ruwu/domain'
import { ErrorBlock, Panel, SkeletonRows, TruncatedText } from '@ruwu/ui'
import { Table, type TableColumnsType } from 'antd'
import { ReceiptText } from 'lucide-react'
import { useSearchParams, Link } from 'react-router'
import { messageOf } from '../../api/errors.ts'
import { useMinute } from '../../browser/clock.ts'
import { useIsPhone } from '../../browser/media-query.ts'
import { ListFoot } from '../../list/list-foot.tsx'
import { NoRows } from '../../list/no-rows.tsx'
import { RowCard, RowCards } from '../../list/row-cards.tsx'
import { pageSizeOf, withPaging, type Paging } from '../../list/url-query.ts'
import { useUrlSort } from '../../list/url-sort.ts'
import { useAgents } from '../agent/index.ts'
import { useSimpleAccounts } from '../channel/index.ts'
import { useTimeZone } from '../enterprise/index.ts'
import { ExportButton } from '../export/index.ts'
import { useCan } from '../permission/index.ts'
import { type BillFilter, isFiltered, readBillFilter, toBillFilter, writeBillFilter } from './bill-filter.ts'
import { BillFilters } from './components/bill-filters.tsx'
import { PointFrame } from './components/point-frame.tsx'
import { useBills } from './points.queries.ts'
import { texts } from './texts.ts'
import { POINT_PATH } from './use-open-points.ts'
import styles from './bill-page.module.css'

/** 账单明细: every movement of points. */
export function BillPage() {
  const [search, setSearch] = useSearchParams()
  const filter = readBillFilter(search)
  const { daily, sort, pageSize } = filter
  const clear = isFiltered(filter) ? () => setSearch(writeBillFilter({ daily, sort, page: 1, pageSize })) : undefined
  return (
    <PointFrame actions={<BillExport filter={filter} />}>
      <BillFilters
        filter={filter}
        onChange={(change) => setSearch(writeBillFilter({ ...filter, ...change }))}
        onClear={clear}
      />
      <BillPanel filter={filter} onClear={clear} />
    </PointFrame>
  )
}

function BillExport({ filter }: { filter: BillFilter }) {
  const timeZone = useTimeZone()
  const filters = toBillFilter(filter, new Date(useMinute()), timeZone)
  const { sort } = filter
  const account = useSimpleAccounts().data?.find(({ relationId }) => relationId === filters.subSourceId)
  return (
    <ExportButton
      target={{ type: 'bill', filters: { ...filters, ...(sort && { sort }) } }}
      filterText={billFilterText(filters, account?.name, timeZone)}
    />
  )
}

type BillPanelProps = { filter: BillFilter & Paging; onClear: (() => void) | undefined }

function BillPanel({ filter, onClear }: BillPanelProps) {
  const { page, pageSize, sort } = filter
  const { data, error, isFetching, refetch } = useBills({
    ...toBillFilter(filter, new Date(useMinute()), useTimeZone()),
    page,
    pageSize,
    ...(sort && { sort }),
  })
  const [, setSearch] = useSearchParams()
  const isPhone = useIsPhone()
  const List = isPhone ? BillCards : BillTable
  return (
    <Panel refreshing={isFetching && data !== undefined}>
      {error && !data ? (
        <ErrorBlock message={messageOf(error)} onRetry={refetch} />
      ) : !data ? (
        <SkeletonRows rows={8} head={!isPhone} disc={false} />
      ) : data.items.length === 0 ? (
        <NoRows onClear={onClear} icon={ReceiptText} text={texts.noBills} />
      ) : (
        <>
          <List bills={data.items} isDaily={filter.daily ?? false} />
          <p className={styles.sum}>
            {texts.sum}
            <b>
              <Delta value={data.sum} />
            </b>
          </p>
          <ListFoot
            total={data.total}
            paging={{ page: data.page, pageSize: pageSizeOf(data.pageSize) }}
            onTurn={(next) => setSearch((old) => withPaging(old, next))}
          />
        </>
      )}
    </Panel>
  )
}

type BillListProps = { bills: PointBill[]; isDaily: boolean }

/** The table on a phone. */
function BillCards({ bills, isDaily }: BillListProps) {
  const timeZone = useTimeZone()
  const format = isDaily ? formatDate : formatDateTime
  return (
    <RowCards>
      {bills.map((bill) => (
        <RowCard
          key={bill.id}
          title={[POINT_TYPE_LABELS[bill.type], billItemText(bill)].filter(Boolean).join(' · ')}
          value={<Delta value={bill.delta} />}
        >
          <span>{format(bill.at, timeZone)}</span>
          <span>
            {texts.balance} {formatNumber(bill.balance)}
          </span>
          {isDaily ? (
            <span>{texts.timesOf(bill.times)}</span>
          ) : (
            <>
              <span>{bill.accountName}</span>
              <span>
                <Operator bill={bill} />
              </span>
              <span>
                <Related bill={bill} />
              </span>
            </>
          )}
        </RowCard>
      ))}
    </RowCards>
  )
}

const number = (title: string, read: (bill: PointBill) => number, width: number) => ({
  title,
  width,
  align: 'right' as const,
  render: (_: unknown, bill: PointBill) => formatNumber(read(bill)),
})

/** Columns of single bills: a day has many of each. */
const CAUSES: TableColumnsType<PointBill> = [
  { title: texts.account, width: 120, render: (_, { accountName }) => <TruncatedText text={accountName} /> },
  { title: texts.related, width: 200, render: (_, bill) => <Related bill={bill} /> },
  { title: texts.operator, width: 84, render: (_, bill) => <Operator bill={bill} /> },
]

function BillTable({ bills, isDaily }: BillListProps) {
  const timeZone = useTimeZone()
  const { column, onChange } = useUrlSort(BILL_SORTS)
  const format = isDaily ? formatDate : formatDateTime
  const columns: TableColumnsType<PointBill> = [
    {
      title: isDaily ? texts.day : texts.at,
      fixed: 'left',
      width: 140,
      ...column('at'),
      render: (_, { at }) => format(at, timeZone),
    },
    { title: texts.type, width: 64, render: (_, { type }) => POINT_TYPE_LABELS[type] },
    { title: texts.item, width: 104, render: (_, bill) => <TruncatedText text={billItemText(bill)} /> },
    ...(isDaily ? [number(texts.times, ({ times }) => times, 84)] : []),
    {
      title: texts.delta,
      width: 84,
      align: 'right',
      ...column('delta'),
      render: (_, { delta }) => <Delta value={delta} />,
    },
    {
      title: texts.after,
      children: [
        number(texts.balance, (bill) => bill.balance, 84),
        ...POINT_POOLS.map((pool) => number(texts[pool], (bill) => bill[pool], 84)),
      ],
    },
    ...(isDaily ? [] : CAUSES),
  ]
  return (
    <Table
      rowKey="id"
      columns={columns}
      dataSource={bills}
      pagination={false}
      tableLayout="fixed"
      scroll={{ x: isDaily ? 812 : 1132 }}
      onChange={onChange}
    />
  )
}

/** Always with its sign; colour is never the only signal. */
const Delta = ({ value }: { value: number }) => (
  <span className={value > 0 ? styles.plus : undefined}>
    {value > 0 ? '+' : ''}
    {formatNumber(value)}
  </span>
)

/** The related conversation or order. */
function Related({ bill }: { bill: PointBill }) {
  const canChat = useCan('im:viewPage')
  const { customerId, messageId, orderNo } = bill
  if (orderNo)
    return (
      <Link className={styles.link} to={`${POINT_PATH}/order-list?orderNo=${orderNo}`}>
        {texts.order(orderNo)}
      </Link>
    )
  if (!customerId || !canChat) return null
  const place = new URLSearchParams({ customerId, ...(messageId && { messageId }) })
  return (
    <Link className={styles.link} to={`/chat?${place}`}>
      {texts.conversation}
    </Link>
  )
}

function Operator({ bill: { operatorId, isByOperator } }: { bill: PointBill }) {
  const { data: agents } = useAgents()
  if (operatorId) return <>{agents?.find(({ id }) => id === operatorId)?.name}</>
  return <>{isByOperator ? ORDER_TEXTS.operator : texts.system}</>
}
