import type { TransferTarget } from '@ruwu/contract'
import { Avatar } from '@ruwu/ui'
import { texts } from '../texts.ts'
import styles from './target-option.module.css'

/** An agent with online status and workload. */
export function TargetOption({ target: { name, avatar, isOnline, current, limit } }: { target: TransferTarget }) {
  return (
    <span className={styles.option}>
      <Avatar name={name} src={avatar} size={20} />
      <span className="cut">{name}</span>
      <small>{isOnline ? texts.online : texts.away}</small>
      <small className={current >= limit ? styles.full : undefined}>{texts.targetLoad(current, limit)}</small>
    </span>
  )
}
