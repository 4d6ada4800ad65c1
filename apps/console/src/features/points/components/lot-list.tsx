import { formatDateTime, formatNumber, POINT_POOL_LABELS } from '@ruwu/domain'
import { Empty, ErrorBlock, Panel, SkeletonRows } from '@ruwu/ui'
import { Coins } from 'lucide-react'
import { messageOf } from '../../../api/errors.ts'
import { useTimeZone } from '../../enterprise/index.ts'
import { usePointLots } from '../points.queries.ts'
import { texts } from '../texts.ts'
import styles from './lot-list.module.css'

/** A lot: points granted together expire together. */
export function LotList() {
  const { data: lots, error, refetch } = usePointLots()
  const timeZone = useTimeZone()
  return (
    <Panel title={texts.lots}>
      {error && !lots ? (
        <ErrorBlock message={messageOf(error)} onRetry={refetch} />
      ) : !lots ? (
        <SkeletonRows rows={3} disc={false} />
      ) : lots.length === 0 ? (
        <Empty icon={Coins} text={texts.noLots} />
      ) : (
        <table className={styles.lots}>
          <thead>
            <tr>
              <th>{texts.pool}</th>
              <th>{texts.remain}</th>
              <th>{texts.expireAt}</th>
            </tr>
          </thead>
          <tbody>
            {lots.map(({ id, pool, remain, expireAt }) => (
              <tr key={id}>
                <td>{POINT_POOL_LABELS[pool]}</td>
                <td>{formatNumber(remain)}</td>
                <td>{formatDateTime(expireAt, timeZone)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}
