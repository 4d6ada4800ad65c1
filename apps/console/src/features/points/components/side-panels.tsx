import { formatDate, formatNumber, POINT_POOL_LABELS, bySpending } from '@ruwu/domain'
import { Empty, ErrorBlock, Panel, SkeletonRows, StatusLabel, TruncatedText } from '@ruwu/ui'
import { Clock, Coins } from 'lucide-react'
import { messageOf } from '../../../api/errors.ts'
import { useMinute } from '../../../browser/clock.ts'
import { useTimeZone } from '../../enterprise/index.ts'
import { usePointLots, usePointsSetting, usePointTimeline } from '../points.queries.ts'
import type { Timeline } from '../spending-data.ts'
import { texts } from '../texts.ts'
import { daysLeft, SOON_DAYS } from './point-cards.tsx'
import styles from './side-panels.module.css'

/** 今日消耗 against 每日积分上限, and of each account. */
export function TodayPanel() {
  const today = usePointTimeline({ range: 'today', groupBy: 'account' })
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
          {today.data && <AccountsToday series={today.data.series} />}
        </div>
      )}
    </Panel>
  )
}

/** The largest first. More refunds than charges: nothing was spent. */
function AccountsToday({ series }: Pick<Timeline, 'series'>) {
  const accounts = series
    .map(({ key, name, points }) => ({ key, name, spent: points.reduce((sum, { v }) => sum + v, 0) }))
    .filter(({ spent }) => spent > 0)
  if (accounts.length === 0) return null
  return (
    <ul className={styles.accounts} aria-label={texts.byAccount}>
      {accounts.map(({ key, name, spent }) => (
        <li key={key}>
          <TruncatedText text={name} />
          <b>{formatNumber(spent)}</b>
        </li>
      ))}
    </ul>
  )
}

/** A lot: points granted together expire together. */
export function LotList() {
  const { data: lots, error, refetch } = usePointLots()
  const timeZone = useTimeZone()
  const now = useMinute()
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
          {lots.toSorted(bySpending).map(({ id, pool, points, remain, expireAt }) => {
            const day = formatDate(expireAt, timeZone)
            const isSoon = daysLeft(expireAt, now, timeZone) < SOON_DAYS
            return (
              <li key={id}>
                <span>{POINT_POOL_LABELS[pool]}</span>
                <span className={styles.left} aria-hidden="true">
                  <i style={{ width: `${(remain / points) * 100}%` }} />
                </span>
                <b>
                  {formatNumber(remain)}
                  <span className="sr-only">{texts.leftOf(points)}</span>
                </b>
                <small>
                  {isSoon ? (
                    <StatusLabel tone="warning" icon={Clock}>
                      {texts.expires(day.slice('YYYY-'.length))}
                    </StatusLabel>
                  ) : (
                    texts.expires(day)
                  )}
                </small>
              </li>
            )
          })}
        </ul>
      )}
    </Panel>
  )
}
