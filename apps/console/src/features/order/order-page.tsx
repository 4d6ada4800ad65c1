import { ORDER_STATUSES, PAY_METHODS } from '@ruwu/contract'
import { ORDER_STATUS_LABELS, orderFilterText, PAY_METHOD_LABELS } from '@ruwu/domain'
import { buttonClass, ErrorBlock, Panel, SkeletonRows } from '@ruwu/ui'
import { ReceiptText } from 'lucide-react'
import { Link } from 'react-router'
import { messageOf } from '../../api/errors.ts'
import { useMinute } from '../../browser/clock.ts'
import { useIsPhone } from '../../browser/media-query.ts'
import { runtimeConfig } from '../../browser/runtime-config.ts'
import { DateFilter } from '../../list/date-filter.tsx'
import { FilterRow, FilterSelect, optionsOf } from '../../list/filter-row.tsx'
import { KeywordInput } from '../../list/keyword-input.tsx'
import { ListFoot } from '../../list/list-foot.tsx'
import { NoRows } from '../../list/no-rows.tsx'
import { pageSizeOf, type Paging, withPaging } from '../../list/url-query.ts'
import { useUrlQuery } from '../../list/use-url-query.ts'
import { useTimeZone } from '../enterprise/index.ts'
import { ExportButton } from '../export/index.ts'
import { useCan } from '../permission/index.ts'
import { PointFrame } from '../points/index.ts'
import { InvoiceRequests } from './order-actions.tsx'
import { OrderSheet } from './order-sheet.tsx'
import { OrderCards, OrderTable } from './order-table.tsx'
import {
  isFiltered,
  type OrderFilter,
  readOpenOrder,
  readOrderFilter,
  toOrderQuery,
  withOpenOrder,
  writeOrderFilter,
} from './order-filter.ts'
import { useOrders } from './order.queries.ts'
import { texts } from './texts.ts'

const statuses = optionsOf(ORDER_STATUSES, ORDER_STATUS_LABELS)
const methods = optionsOf(PAY_METHODS, PAY_METHOD_LABELS)

/** 订单: every order of points. Filter, order and the open one are kept in the URL. */
export function OrderPage() {
  const [search, setSearch] = useUrlQuery()
  const filter = readOrderFilter(search)
  const { sort, pageSize } = filter
  const opened = readOpenOrder(search)
  const change = (part: OrderFilter) => setSearch((old) => writeOrderFilter({ ...readOrderFilter(old), ...part }))
  const clear = isFiltered(filter) ? () => setSearch(() => writeOrderFilter({ sort, page: 1, pageSize })) : undefined
  return (
    <PointFrame actions={<OrderExport filter={filter} />}>
      <FilterRow onClear={clear}>
        <KeywordInput
          value={filter.orderNo ?? ''}
          placeholder={texts.search}
          onChange={(orderNo) => change({ orderNo })}
        />
        <FilterSelect
          label={texts.status}
          value={filter.status}
          options={statuses}
          onChange={(status) => change({ status })}
        />
        <FilterSelect
          label={texts.method}
          value={filter.method}
          options={methods}
          onChange={(method) => change({ method })}
        />
        <DateFilter canBeAll value={filter.dates} timeZone={useTimeZone()} onChange={(dates) => change({ dates })} />
      </FilterRow>
      <InvoiceRequests>
        <OrderPanel filter={filter} onClear={clear} />
        {opened && <OrderSheet orderNo={opened} onClose={() => setSearch((old) => withOpenOrder(old, undefined))} />}
      </InvoiceRequests>
    </PointFrame>
  )
}

function OrderExport({ filter }: { filter: OrderFilter }) {
  const timeZone = useTimeZone()
  const filters = toOrderQuery(filter, new Date(useMinute()), timeZone)
  const { sort } = filter
  return (
    <ExportButton
      target={{ type: 'order', filters: { ...filters, ...(sort && { sort }) } }}
      filterText={orderFilterText(filters, timeZone)}
    />
  )
}

type OrderPanelProps = { filter: OrderFilter & Paging; onClear: (() => void) | undefined }

function OrderPanel({ filter, onClear }: OrderPanelProps) {
  const { page, pageSize, sort } = filter
  const query = toOrderQuery(filter, new Date(useMinute()), useTimeZone())
  const { data, error, isFetching, refetch } = useOrders({ ...query, page, pageSize, ...(sort && { sort }) })
  const [, setSearch] = useUrlQuery()
  const isPhone = useIsPhone()
  const List = isPhone ? OrderCards : OrderTable
  return (
    <Panel refreshing={isFetching && data !== undefined}>
      {error && !data ? (
        <ErrorBlock message={messageOf(error)} onRetry={refetch} />
      ) : !data ? (
        <SkeletonRows rows={8} head={!isPhone} disc={false} />
      ) : data.items.length === 0 ? (
        <NoRows onClear={onClear} icon={ReceiptText} text={texts.noOrders} action={<BuyLink />} />
      ) : (
        <>
          <List orders={data.items} />
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

function BuyLink() {
  const canBuy = useCan('pointManagement:purchase')
  if (!canBuy || runtimeConfig().payMethods.length === 0) return null
  return (
    <Link className={buttonClass()} to="/point/purchase">
      {texts.purchase}
    </Link>
  )
}
