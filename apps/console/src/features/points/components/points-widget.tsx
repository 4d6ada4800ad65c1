import {
  formatCompactPoints,
  formatNumber,
  POINTS_HEALTH_LABELS,
  pointsHealth,
  remainingDays,
  remainingDaysText,
  totalPoints,
} from '@ruwu/domain'
import { StateWord, cx } from '@ruwu/ui'
import { Popover } from 'antd'
import { Coins } from 'lucide-react'
import { HEALTH_TONES } from '../health-tone.ts'
import { useEntAccount } from '../points.queries.ts'
import { texts } from '../texts.ts'
import { useOpenPoints } from '../use-open-points.ts'
import { AccountFacts } from './account-facts.tsx'
import styles from './points-widget.module.css'

/** The enterprise's balance at the bottom of the sidebar; hidden while loading. */
export function PointsWidget({ isFolded = false, onOpen }: { isFolded?: boolean; onOpen?: () => void }) {
  const { data: account } = useEntAccount()
  const openPoints = useOpenPoints()
  if (!account) return null
  const health = pointsHealth(account)
  const total = totalPoints(account)
  const status = <StateWord tone={HEALTH_TONES[health]}>{POINTS_HEALTH_LABELS[health]}</StateWord>
  const open = () => {
    onOpen?.()
    openPoints()
  }
  return (
    <Popover
      trigger={['hover', 'focus']}
      placement={isFolded ? 'right' : 'topLeft'}
      arrow={false}
      content={<AccountFacts account={account} />}
    >
      <button type="button" className={cx(styles.widget, isFolded && styles.folded)} onClick={open}>
        <span className={styles.head}>
          <Coins size={15} strokeWidth={1.75} aria-hidden="true" />
          {texts.points}
          {!isFolded && status}
        </span>
        <b>{isFolded ? formatCompactPoints(total) : formatNumber(total)}</b>
        {isFolded ? status : <small>{remainingDaysText(remainingDays(account))}</small>}
      </button>
    </Popover>
  )
}
