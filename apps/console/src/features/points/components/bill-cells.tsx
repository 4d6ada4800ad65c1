import type { AgentId, PointBill } from '@ruwu/contract'
import { formatNumber, POINT_ITEM_LABELS } from '@ruwu/domain'
import { Link } from 'react-router'
import { useAgents } from '../../agent/index.ts'
import { useCan } from '../../role/index.ts'
import { texts } from '../texts.ts'
import styles from './bill-cells.module.css'

/** Always with its sign; colour is never the only signal. */
export const Delta = ({ value }: { value: number }) => (
  <span className={value > 0 ? styles.plus : undefined}>
    {value > 0 ? '+' : ''}
    {formatNumber(value)}
  </span>
)

/** What was charged, or why points were granted or expired. */
export const Item = ({ bill }: { bill: PointBill }) => <>{bill.item ? POINT_ITEM_LABELS[bill.item] : bill.reason}</>

/** The related conversation or order. */
export function Related({ bill }: { bill: PointBill }) {
  const canChat = useCan('im:viewPage')
  const { customerId, messageId, orderNo } = bill
  if (orderNo) return <>{texts.order(orderNo)}</>
  if (!customerId || !canChat) return null
  const place = new URLSearchParams({ customerId, ...(messageId && { messageId }) })
  return (
    <Link className={styles.link} to={`/chat?${place}`}>
      {texts.conversation}
    </Link>
  )
}

export function Operator({ id }: { id: AgentId | null }) {
  const { data: agents } = useAgents()
  return <>{id ? agents?.find((agent) => agent.id === id)?.name : texts.system}</>
}
