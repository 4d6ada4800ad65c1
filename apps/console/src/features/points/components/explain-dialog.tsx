import type { EntAccount } from '@ruwu/contract'
import { formatDate, formatNumber, POINT_POOL_LABELS, POINTS_DIALOG_TEXTS, totalPoints } from '@ruwu/domain'
import { Button, Dialog } from '@ruwu/ui'
import { useTimeZone } from '../../enterprise/index.ts'
import { usePointLots } from '../points.queries.ts'
import { texts } from '../texts.ts'
import styles from './explain-dialog.module.css'
import { PointRules } from './point-rules.tsx'
import { RechargeButton } from './recharge-button.tsx'

/** 积分说明: balance, expiry and prices. */
export function ExplainDialog({ account, onClose }: { account: EntAccount; onClose: () => void }) {
  const { data: lots } = usePointLots()
  const timeZone = useTimeZone()
  const given = lots?.filter((lot) => lot.pool !== 'orderPoints') ?? []
  return (
    <Dialog
      wide
      title={texts.explain}
      onCancel={onClose}
      footer={
        <>
          <RechargeButton onLeave={onClose} />
          <Button variant="primary" data-autofocus onClick={onClose}>
            {POINTS_DIALOG_TEXTS.understood}
          </Button>
        </>
      }
    >
      <div className={styles.sums}>
        <p>
          {texts.total}
          <b>{formatNumber(totalPoints(account))}</b>
        </p>
        {given.length > 0 && (
          <div>
            {texts.bonus}
            <ul>
              {given.map(({ id, pool, remain, expireAt }) => (
                <li key={id}>
                  {POINT_POOL_LABELS[pool]} <b>{formatNumber(remain)}</b>
                  <span>{texts.expires(formatDate(expireAt, timeZone))}</span>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <PointRules />
    </Dialog>
  )
}
