import { POINT_POOLS, type EntAccount, type PointLot, type PointPool } from '@ruwu/contract'
import {
  formatDate,
  formatNumber,
  POINT_POOL_LABELS,
  POINTS_HEALTH_LABELS,
  pointsHealth,
  remainingDays,
  totalPoints,
} from '@ruwu/domain'
import { Panel, StatusLabel } from '@ruwu/ui'
import type { ReactNode } from 'react'
import { useTimeZone } from '../../enterprise/index.ts'
import { HEALTH_TONES } from './points-widget.tsx'
import { texts } from '../texts.ts'
import styles from './point-cards.module.css'

/** Balance per pool, and its nearest expiry. */
export function PointCards({ account, lots }: { account: EntAccount; lots: PointLot[] | undefined }) {
  const timeZone = useTimeZone()
  const health = pointsHealth(account)
  const days = remainingDays(account)
  // Lots are sorted by expiry.
  const nearest = (pool?: PointPool) => {
    const lot = lots?.find((each) => pool === undefined || each.pool === pool)
    return lot ? texts.nearest(formatDate(lot.expireAt, timeZone)) : texts.none
  }
  return (
    <Panel label={texts.title} className={styles.cards}>
      <Card label={texts.total} value={formatNumber(totalPoints(account))}>
        <StatusLabel tone={HEALTH_TONES[health]}>{POINTS_HEALTH_LABELS[health]}</StatusLabel>
      </Card>
      {POINT_POOLS.map((pool) => (
        <Card key={pool} label={POINT_POOL_LABELS[pool]} value={formatNumber(account[pool])}>
          {nearest(pool)}
        </Card>
      ))}
      <Card label={texts.daily} value={formatNumber(account.averageDailyConsumePoints)} />
      <Card label={texts.days} value={Number.isFinite(days) ? texts.daysOf(Math.floor(days)) : texts.plenty} />
    </Panel>
  )
}

function Card({ label, value, children }: { label: string; value: string; children?: ReactNode }) {
  return (
    <div className={styles.card}>
      <span>{label}</span>
      <b>{value}</b>
      <small>{children}</small>
    </div>
  )
}
