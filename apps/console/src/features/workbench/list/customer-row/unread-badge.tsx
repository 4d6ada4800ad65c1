import { texts } from '../../texts.ts'
import styles from './unread-badge.module.css'

const MOST = 99

export function UnreadBadge({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <em className={styles.badge}>
      <span aria-hidden="true">{count > MOST ? `${MOST}+` : count}</span>
      <span className="sr-only">{texts.unreadCount(count)}</span>
    </em>
  )
}
