import { POINT_POOLS, type EntAccount } from '@ruwu/contract'
import {
  formatCompactPoints,
  formatNumber,
  POINTS_HEALTH_LABELS,
  pointsHealth,
  remainingDays,
  remainingDaysText,
  totalPoints,
  type PointsHealth,
  POINT_POOL_LABELS,
} from '@ruwu/domain'
import { StatusLabel, cx, type Tone, Button } from '@ruwu/ui'
import { Coins } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { FloatingPopover } from '../../../rendering/floating.tsx'
import { usePreload } from '../../../rendering/on-demand.tsx'
import { useHoverOrFocus } from '../../../rendering/use-hover-or-focus.ts'
import { useEntAccount } from '../points.queries.ts'
import { texts } from '../texts.ts'
import { useCanRecharge, useOpenPoints } from '../use-open-points.ts'
import styles from './points-widget.module.css'

/** The enterprise's balance at the bottom of the sidebar; hidden while loading. */
export function PointsWidget({ isFolded = false, onOpen }: { isFolded?: boolean; onOpen?: () => void }) {
  const { data: account } = useEntAccount()
  const openPoints = useOpenPoints()
  const button = useRef<HTMLButtonElement>(null)
  const { isHoverOrFocus, hoverHandlers } = useHoverOrFocus()
  const [isShown, setIsShown] = useLingering(isHoverOrFocus)
  usePreload(FloatingPopover)
  if (!account) return null
  const health = pointsHealth(account)
  const total = totalPoints(account)
  // Without consumption the status says it all.
  const days = remainingDays(account)
  const status = <StatusLabel tone={HEALTH_TONES[health]}>{POINTS_HEALTH_LABELS[health]}</StatusLabel>
  const open = () => {
    onOpen?.()
    openPoints()
  }
  return (
    // The popover is within it for the pointer, too.
    <div className={styles.place} {...hoverHandlers}>
      <button ref={button} type="button" className={cx(styles.widget, isFolded && styles.folded)} onClick={open}>
        <span className={styles.head}>
          <Coins size={15} strokeWidth={1.75} aria-hidden="true" />
          {texts.points}
          {!isFolded && status}
        </span>
        <b>{isFolded ? formatCompactPoints(total) : formatNumber(total)}</b>
        {isFolded ? status : Number.isFinite(days) && <small>{remainingDaysText(days)}</small>}
      </button>
      {isShown && (
        <FloatingPopover
          anchor={button}
          placement={isFolded ? 'right' : 'topLeft'}
          onClose={() => setIsShown(false)}
          content={<AccountFacts account={account} />}
        />
      )}
    </div>
  )
}

/** The pointer may move from the button onto its popover. */
const LEAVE_MS = 100

function useLingering(isOn: boolean) {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(isOn), isOn ? 0 : LEAVE_MS)
    return () => clearTimeout(timer)
  }, [isOn])
  return [isShown, setIsShown] as const
}

export const HEALTH_TONES: Record<PointsHealth, Tone> = {
  free: 'quiet',
  health: 'success',
  warn: 'warning',
  danger: 'error',
  overdue: 'error',
}

/** Tooltip of the widget. */
function AccountFacts({ account }: { account: EntAccount }) {
  const canRecharge = useCanRecharge()
  const openPoints = useOpenPoints()
  return (
    <div className={styles.facts}>
      <dl>
        {POINT_POOLS.map((pool) => (
          <div key={pool}>
            <dt>{POINT_POOL_LABELS[pool]}</dt>
            <dd>{formatNumber(account[pool])}</dd>
          </div>
        ))}
        <div className={styles.daily}>
          <dt>{texts.daily}</dt>
          <dd>{formatNumber(account.averageDailyConsumePoints)}</dd>
        </div>
      </dl>
      <p>
        {remainingDaysText(remainingDays(account))}
        {canRecharge && (
          <Button variant="primary" size="sm" onClick={openPoints}>
            {texts.recharge}
          </Button>
        )}
      </p>
    </div>
  )
}
