import { ErrorBlock, Panel, SkeletonRows } from '@ruwu/ui'
import { ReceiptText } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { messageOf } from '../../api/errors.ts'
import { ListFoot } from '../../list/list-foot.tsx'
import { NoRows } from '../../list/no-rows.tsx'
import { pageSizeOf, withPaging, type Paging } from '../../list/paging.ts'
import { useIsPhone } from '../../browser/media-query.ts'
import { useTimeZone } from '../enterprise/index.ts'
import { type BillFilter, isFiltered, readBillFilter, toBillQuery, writeBillFilter } from './bill-filter.ts'
import styles from './bill-page.module.css'
import { BillCards } from './components/bill-cards.tsx'
import { Delta } from './components/bill-cells.tsx'
import { BillFilters } from './components/bill-filters.tsx'
import { BillTable } from './components/bill-table.tsx'
import { PointFrame } from './components/point-frame.tsx'
import { useBills } from './points.queries.ts'
import { texts } from './texts.ts'

/** 账单明细: every movement of points. */
export function BillPage() {
  const [search, setSearch] = useSearchParams()
  const filter = readBillFilter(search)
  const clear = isFiltered(filter) ? () => setSearch(new URLSearchParams()) : undefined
  return (
    <PointFrame>
      <BillFilters
        filter={filter}
        onChange={(change) => setSearch(writeBillFilter({ ...filter, ...change }))}
        onClear={clear}
      />
      <BillPanel filter={filter} onClear={clear} />
    </PointFrame>
  )
}

type BillPanelProps = { filter: BillFilter & Paging; onClear: (() => void) | undefined }

function BillPanel({ filter, onClear }: BillPanelProps) {
  const { data, error, isFetching, refetch } = useBills(toBillQuery(filter, useTimeZone()))
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
          <List bills={data.items} />
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
