import type { PointConsumeFilter } from '@ruwu/contract'
import { formatNumber, formatPercent } from '@ruwu/domain'
import { Empty, ErrorBlock, Panel, SkeletonRows, TruncatedText } from '@ruwu/ui'
import { Segmented } from 'antd'
import { ChevronRight, Coins } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { messageOf } from '../../../api/errors.ts'
import { ListFoot } from '../../../list/list-foot.tsx'
import { DEFAULT_PAGING } from '../../../list/url-query.ts'
import { usePointConsumption } from '../points.queries.ts'
import type { SpendingRange } from '../spending-data.ts'
import { texts } from '../texts.ts'
import styles from './consume-table.module.css'

type Group = PointConsumeFilter['groupBy']

const LABELS: Record<Group, string> = { item: texts.byItem, account: texts.byAccount, agent: texts.byAgent }

type ConsumeTableProps = {
  /** The first one is shown first; several can be chosen from. */
  groups: readonly [Group, ...Group[]]
  range: SpendingRange
  /** What the period is called. */
  note: string
  /** Address of the bills of the period. */
  bills?: string
}

/** Consumption of a period by item, account or agent, the largest first. */
export function ConsumeTable({ groups, range: { range, from, to }, note, bills }: ConsumeTableProps) {
  const [groupBy, setGroupBy] = useState(groups[0])
  const [paging, setPaging] = useState(DEFAULT_PAGING)
  const { data, error, refetch, isFetching } = usePointConsumption({ range, from, to, groupBy, ...paging })
  const choose = (group: Group) => {
    setGroupBy(group)
    setPaging(DEFAULT_PAGING)
  }
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
              onChange={choose}
            />
          )}
          {bills && (
            <Link className={styles.bills} to={bills}>
              {texts.bills}
              <ChevronRight size={15} aria-hidden="true" />
            </Link>
          )}
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
          <table className={styles.table}>
            <thead>
              <tr>
                <th>{texts.spender[groupBy]}</th>
                <th>{groupBy === 'item' ? texts.times : texts.answers}</th>
                <th>{texts.points}</th>
                <th>{texts.share}</th>
              </tr>
            </thead>
            <tbody>
              {data.items.map(({ key, name, answers, points, share }) => (
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
                <td>{groupBy === 'item' ? '' : formatNumber(data.sum.answers)}</td>
                <td>
                  <b>{formatNumber(data.sum.points)}</b>
                </td>
                <td>{formatPercent(1)}</td>
              </tr>
            </tfoot>
          </table>
          {data.total > data.items.length && <ListFoot total={data.total} paging={paging} onTurn={setPaging} />}
        </>
      )}
    </Panel>
  )
}
