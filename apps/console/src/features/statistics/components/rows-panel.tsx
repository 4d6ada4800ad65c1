import { ErrorBlock, Panel, SkeletonRows } from '@ruwu/ui'
import { Table, type TableColumnsType, type TableProps } from 'antd'
import type { LucideIcon } from 'lucide-react'
import type { Key, ReactNode } from 'react'
import { messageOf } from '../../../api/errors.ts'
import { NoRows } from '../../../list/no-rows.tsx'
import { useUrlQuery } from '../../../list/use-url-query.ts'
import { isFiltered, withoutFilters } from '../statistics-url.ts'

type RowsPanelProps<Row> = {
  title?: string
  label?: string
  note?: ReactNode
  actions?: ReactNode
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => Key
  columns: TableColumnsType<Row>
  width: number
  error: unknown
  onRetry: () => unknown
  isFetching: boolean
  onChange?: TableProps<Row>['onChange']
  icon: LucideIcon
  none: string
  head?: ReactNode
  foot?: ReactNode
}

/** A table of figures with its four states; the first column stays while the others scroll. */
export function RowsPanel<Row extends object>(props: RowsPanelProps<Row>) {
  const { rows, rowKey, columns, width, error, onRetry, isFetching, onChange, icon, none, head, foot, ...panel } = props
  const [query, change] = useUrlQuery()
  const clear = isFiltered(query) ? () => change(withoutFilters) : undefined
  return (
    <Panel {...panel} refreshing={isFetching && rows !== undefined}>
      {head}
      {error && !rows ? (
        <ErrorBlock message={messageOf(error)} onRetry={onRetry} />
      ) : !rows ? (
        <SkeletonRows rows={8} head disc={false} />
      ) : rows.length === 0 ? (
        <NoRows onClear={clear} icon={icon} text={none} />
      ) : (
        <>
          <Table
            rowKey={rowKey}
            columns={columns}
            dataSource={rows}
            pagination={false}
            size="small"
            tableLayout="fixed"
            scroll={{ x: width }}
            {...(onChange && { onChange })}
          />
          {foot}
        </>
      )}
    </Panel>
  )
}
