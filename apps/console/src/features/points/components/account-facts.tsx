import { POINT_POOLS, type EntAccount } from '@ruwu/contract'
import { formatNumber, POINT_POOL_LABELS, remainingDays, remainingDaysText } from '@ruwu/domain'
import { Button } from '@ruwu/ui'
import { useCan } from '../../role/index.ts'
import { texts } from '../texts.ts'
import { useOpenPoints } from '../use-open-points.ts'
import styles from './account-facts.module.css'

/** Tooltip of the widget. */
export function AccountFacts({ account }: { account: EntAccount }) {
  const canView = useCan('pointManagement:viewPage')
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
        {canView && (
          <Button variant="primary" size="sm" onClick={openPoints}>
            {texts.recharge}
          </Button>
        )}
      </p>
    </div>
  )
}
