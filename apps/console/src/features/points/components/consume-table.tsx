import {
  CONSUME_SORTS,
  type Data,
  type PointConsume,
  type PointConsumeFilter,
  type pointsApi,
  type SortBy,
} from '@ruwu/contract'
import { formatNumber, formatPercent } from '@ruwu/domain'
import { Empty, ErrorBlock, Panel, SkeletonRows, TruncatedText } from '@ruwu/ui'
import { Segmented } from 'antd'
import { Coins } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../../api/errors.ts'
import { ListFoot } from '../../../list/list-foot.tsx'
import { MoreLink } from '../../../list/more-link.tsx'
import { SortHeader } from '../../../list/sort-header.tsx'
import { DEFAULT_PAGING } from '../../../list/url-query.ts'
import { useUrlSort } from '../../../list/url-sort.ts'
import { usePointConsumption } from '../points.queries.ts'
import type { SpendingRange } from '../spending-data.ts'
import { texts } from '../texts.ts'
import styles from './consume-table.module.css'

type Group = PointConsumeFilter['groupBy']

const LABELS: Record<Group, string> = { item: texts.byItem, account: texts.byAccount, agent: texts.byAgent }

type ConsumeTableProps<Choice extends Group> = {
  range: SpendingRange
  /** What the period is called. */
  note: string
  /** Address of the bills of the period. */
  bills?: string
  groupBy: Choice
  /** Several to choose from. */
  groups?: readonly Choice[]
  onGroup?: (group: Choice) => void
}

/** Consumption of a period by item, account or agent, the largest first. */
export function ConsumeTable<Choice extends Group>(props: ConsumeTableProps<Choice>) {
  const { note, bills, groupBy, groups = [], onGroup } = props
  const { range, from, to } = props.range
  const fields = CONSUME_SORTS.map((figure) => fieldOf(groupBy, figure))
  const { sort, onSort } = useUrlSort(fields, { field: fieldOf(groupBy, 'points'), order: 'desc' })
  // Pages belong to their order, however another one was chosen.
  const orderKey = `${sort?.field} ${sort?.order}`
  const [turned, setTurned] = useState({ orderKey, paging: DEFAULT_PAGING })
  const paging = turned.orderKey === orderKey ? turned.paging : DEFAULT_PAGING
  const { data, error, refetch, isFetching } = usePointConsumption({
    range,
    from,
    to,
    groupBy,
    ...paging,
    sort: sort && { field: CONSUME_SORTS[fields.indexOf(sort.field)] ?? 'points', order: sort.order },
  })
  return (
    <Panel
      title={LABELS[groupBy]}
      note={note}
      refreshing={isFetching && data !== undefined}
      actions={
        <>
          {groups.length > 1 && (
            <Segmented
              size="small"
              aria-label={texts.groupBy}
              value={groupBy}
              options={groups.map((value) => ({ value, label: LABELS[value] }))}
              onChange={(group) => onGroup?.(group)}
            />
          )}
          {bills && <MoreLink to={bills}>{texts.bills}</MoreLink>}
        </>
      }
    >
      {error && !data ? (
        <ErrorBlock message={messageOf(error)} onRetry={refetch} />
      ) : !data ? (
        <SkeletonRows rows={4} disc={false} />
      ) : data.items.length === 0 ? (
        <Empty icon={Coins} text={texts.noSpending} />
      ) : (
        <>
          <Rows groupBy={groupBy} rows={data.items} sum={data.sum} sort={sort} onSort={onSort} />
          {data.total > data.items.length && (
            <ListFoot total={data.total} paging={paging} onTurn={(next) => setTurned({ orderKey, paging: next })} />
          )}
        </>
      )}
    </Panel>
  )
}

type RowsProps = Pick<Data<typeof pointsApi.pointConsume>, 'sum'> & {
  groupBy: Group
  rows: readonly PointConsume[]
  sort: SortBy<string> | undefined
  onSort: (field: string) => void
}

function Rows({ groupBy, rows, sum, sort, onSort }: RowsProps) {
  const titles = { answers: groupBy === 'item' ? texts.times : texts.answers, points: texts.points, share: texts.share }
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{texts.spender[groupBy]}</th>
          {CONSUME_SORTS.map((figure) => (
            <SortHeader key={figure} field={fieldOf(groupBy, figure)} sort={sort} onSort={onSort}>
              {titles[figure]}
            </SortHeader>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, answers, points, share }) => (
          <tr key={key}>
            <th scope="row">
              <TruncatedText text={name} />
            </th>
            <td>{formatNumber(answers)}</td>
            <td>
              <b>{formatNumber(points)}</b>
            </td>
            <td>
              <span className={styles.bar} aria-hidden="true">
                <i style={{ width: `${Math.max(share, 0) * 100}%` }} />
              </span>
              {formatPercent(share)}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{texts.sum}</th>
          <td>{groupBy === 'item' ? '' : formatNumber(sum.answers)}</td>
          <td>
            <b>{formatNumber(sum.points)}</b>
          </td>
          <td>{formatPercent(1)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

/** The page has two of these tables: the order's name in the address says of which. */
const fieldOf = (groupBy: Group, figure: (typeof CONSUME_SORTS)[number]): string => `${groupBy}.${figure}`
