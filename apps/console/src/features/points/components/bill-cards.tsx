import type { PointBill } from '@ruwu/contract'
import { formatDateTime, formatNumber, POINT_TYPE_LABELS } from '@ruwu/domain'
import { useTimeZone } from '../../enterprise/index.ts'
import { texts } from '../texts.ts'
import { Delta, Item, Operator, Related } from './bill-cells.tsx'
import styles from './bill-cards.module.css'

/** The table on a phone: one card per bill. */
export function BillCards({ bills }: { bills: PointBill[] }) {
  const timeZone = useTimeZone()
  return (
    <ul className={styles.cards}>
      {bills.map((bill) => (
        <li key={bill.id}>
          <div className={styles.line}>
            <span>
              {POINT_TYPE_LABELS[bill.type]} · <Item bill={bill} />
            </span>
            <b>
              <Delta value={bill.delta} />
            </b>
          </div>
          <p className={styles.meta}>
            <span>{formatDateTime(bill.at, timeZone)}</span>
            <span>
              {texts.balance} {formatNumber(bill.balance)}
            </span>
            <span>{bill.accountName}</span>
            <span>
              <Operator id={bill.operatorId} />
            </span>
            <span>
              <Related bill={bill} />
            </span>
          </p>
        </li>
      ))}
    </ul>
  )
}
