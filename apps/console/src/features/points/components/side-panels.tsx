import { formatDate, formatNumber, POINT_POOL_LABELS, bySpending } from '@ruwu/domain'
import { Empty, ErrorBlock, Panel, SkeletonRows, StatusLabel } from '@ruwu/ui'
import { Coins } from 'lucide-react'
import { messageOf } from '../../../api/errors.ts'
import { useTimeZone } from '../../enterprise/index.ts'
import { usePointLots, usePointsSetting, usePointTimeline } from '../points.queries.ts'
import { texts } from '../texts.ts'
import styles from './side-panels.module.css'

/** 今日消耗 against 每日积分上限. */
export function TodayPanel() {
  const today = usePointTimeline({ range: 'today', groupBy: 'item' })
  const setting = usePointsSetting()
  const error = today.error ?? setting.error
  const cap = setting.data?.dailyCap ?? 0
  const spent = today.data?.total ?? 0
  const isReached = cap > 0 && spent >= cap
  const retry = () => Promise.all([today.refetch(), setting.refetch()])
  return (
    <Panel title={texts.today} note={setting.data && (cap > 0 ? texts.cap(cap) : texts.noCap)}>
      {error && !(today.data && setting.data) ? (
        <ErrorBlock message={messageOf(error)} onRetry={retry} />
      ) : (
        <div className={styles.today}>
          <b>{today.data ? formatNumber(spent) : '–'}</b>
          {cap > 0 && (
            <span className={styles.bar} data-full={isReached || undefined} aria-hidden="true">
              <i style={{ width: `${Math.min(Math.max(spent, 0) / cap, 1) * 100}%` }} />
            </span>
          )}
          {isReached && <StatusLabel tone="error">{texts.capReached}</StatusLabel>}
        </div>
      )}
    </Panel>
  )
}

/** A lot: points granted together expire together. */
export function LotList() {
  const { data: lots, error, refetch } = usePointLots()
  const timeZone = useTimeZone()
  return (
    <Panel title={texts.lots} note={texts.inOrder}>
      {error && !lots ? (
        <ErrorBlock message={messageOf(error)} onRetry={refetch} />
      ) : !lots ? (
        <SkeletonRows rows={3} disc={false} />
      ) : lots.length === 0 ? (
        <Empty icon={Coins} text={texts.noLots} />
      ) : (
        <ul className={styles.lots}>
          {lots.toSorted(bySpending).map(({ id, pool, remain, expireAt }) => (
            <li key={id}>
              <span>{POINT_POOL_LABELS[pool]}</span>
              <b>{formatNumber(remain)}</b>
              <small>{texts.expires(formatDate(expireAt, timeZone))}</small>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
