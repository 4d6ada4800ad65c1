import { POINT_POOLS, type EntAccount, type PointLot, type PointPool } from '@ruwu/contract'
import {
  dayNumber,
  formatDate,
  formatNumber,
  POINT_POOL_LABELS,
  POINTS_HEALTH_LABELS,
  pointsHealth,
  remainingDays,
  totalPoints,
  zonedTime,
} from '@ruwu/domain'
import { Panel, StatusLabel } from '@ruwu/ui'
import { Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMinute } from '../../../browser/clock.ts'
import { useTimeZone } from '../../enterprise/index.ts'
import { texts } from '../texts.ts'
import styles from './point-cards.module.css'
import { HEALTH_TONES } from './points-widget.tsx'

/** Balance per pool with its nearest expiry, consumption, and how long the points last. */
export function PointCards({ account, lots }: { account: EntAccount; lots: PointLot[] | undefined }) {
  const health = pointsHealth(account)
  // Lots are sorted by expiry.
  const nearest = (pool: PointPool) => lots?.find((each) => each.pool === pool)
  return (
    <Panel label={texts.title} className={styles.cards}>
      <Card
        label={texts.total}
        value={formatNumber(totalPoints(account))}
        mark={<StatusLabel tone={HEALTH_TONES[health]}>{POINTS_HEALTH_LABELS[health]}</StatusLabel>}
      >
        {texts.totalNote}
      </Card>
      {POINT_POOLS.map((pool) => (
        <Card key={pool} label={POINT_POOL_LABELS[pool]} value={formatNumber(account[pool])}>
          {lots && <Expiry lot={nearest(pool)} />}
        </Card>
      ))}
      <Card label={texts.daily} value={formatNumber(account.averageDailyConsumePoints)}>
        {texts.dailyNote}
      </Card>
      <DaysGauge days={remainingDays(account)} tone={HEALTH_TONES[health]} />
    </Panel>
  )
}

type CardProps = { label: string; value: string; mark?: ReactNode; children?: ReactNode }

function Card({ label, value, mark, children }: CardProps) {
  return (
    <div className={styles.card}>
      <span>
        {label}
        {mark}
      </span>
      <b>{value}</b>
      <small>{children}</small>
    </div>
  )
}

/** Points that expire sooner are marked. */
export const SOON_DAYS = 7

/** Calendar days until points expire. */
export function daysLeft(expireAt: string, now: number, timeZone: string): number {
  const dayOf = (at: Date) => dayNumber(zonedTime(at, timeZone))
  return Math.max(dayOf(new Date(expireAt)) - dayOf(new Date(now)), 0)
}

/** The day, or the number of calendar days when few are left. */
export function Expiry({ lot }: { lot: PointLot | undefined }) {
  const timeZone = useTimeZone()
  const now = useMinute()
  if (!lot) return <>{texts.none}</>
  const days = daysLeft(lot.expireAt, now, timeZone)
  if (days >= SOON_DAYS) return <>{texts.nearest(formatDate(lot.expireAt, timeZone))}</>
  return (
    <StatusLabel tone="warning" icon={Clock}>
      {days === 0 ? texts.expiresToday : texts.expiresIn(days)}
    </StatusLabel>
  )
}

const GAUGE_DAYS = 60
const placeOf = (days: number) => `${Math.min(days / GAUGE_DAYS, 1) * 100}%`

/** 60 days with marks at the thresholds of 余额不足 and 余额预警. */
function DaysGauge({ days, tone }: { days: number; tone: (typeof HEALTH_TONES)[keyof typeof HEALTH_TONES] }) {
  const { danger, warn, end } = texts.gaugeMarks
  return (
    <div className={styles.card}>
      <span className={styles.days}>
        {texts.gauge}
        <strong>{Number.isFinite(days) ? texts.daysOf(Math.floor(days)) : texts.plenty}</strong>
      </span>
      <div className={styles.gauge} data-tone={tone} aria-hidden="true">
        <i style={{ width: placeOf(days) }} />
        <u style={{ left: placeOf(7) }} />
        <u style={{ left: placeOf(30) }} />
      </div>
      <small className={styles.marks} aria-hidden="true">
        <span style={{ left: placeOf(7) }}>{danger}</span>
        <span style={{ left: placeOf(30) }}>{warn}</span>
        <span>{end}</span>
      </small>
    </div>
  )
}
