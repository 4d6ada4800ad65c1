import {
  formatNumber,
  POINTS_HEALTH_LABELS,
  pointsHealth,
  remainingDays,
  remainingDaysText,
  totalPoints,
} from '@ruwu/domain'
import { Button, StatusLabel } from '@ruwu/ui'
import { HEALTH_TONES, useCanRecharge, useEntAccount, useOpenPoints } from '../../points/index.ts'
import { texts } from '../texts.ts'
import styles from './points-card.module.css'

/** The enterprise's points in the head of the page; hidden while loading. */
export function PointsCard() {
  const { data: account } = useEntAccount()
  const canRecharge = useCanRecharge()
  const openPoints = useOpenPoints()
  if (!account) return null
  const health = pointsHealth(account)
  // Without consumption the status says it all.
  const days = remainingDays(account)
  return (
    <section className={styles.card} aria-label={texts.points}>
      <span>
        {texts.total} <b>{formatNumber(totalPoints(account))}</b>
      </span>
      <span className={styles.daily}>
        {texts.daily} {formatNumber(account.averageDailyConsumePoints)}
      </span>
      <StatusLabel tone={HEALTH_TONES[health]}>
        {[POINTS_HEALTH_LABELS[health], Number.isFinite(days) && remainingDaysText(days)].filter(Boolean).join(' · ')}
      </StatusLabel>
      {canRecharge && (
        <Button size="sm" onClick={openPoints}>
          {texts.recharge}
        </Button>
      )}
    </section>
  )
}
