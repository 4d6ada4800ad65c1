import { useExpiredCount } from '../features/channel/index.ts'
import styles from './nav-badge.module.css'
import { texts } from './texts.ts'

const MOST = 99

/** A count that wants attention; nothing when there is nothing to mend. */
function Badge({ count, text }: { count: number; text: string }) {
  if (count === 0) return null
  return (
    <span className={styles.badge} data-badge title={text}>
      <span aria-hidden="true">{count > MOST ? `${MOST}+` : count}</span>
      <span className="sr-only">{text}</span>
    </span>
  )
}

function ChannelExpired() {
  const count = useExpiredCount()
  return <Badge count={count} text={texts.channelExpired(count)} />
}

const badges = { channelExpired: ChannelExpired }

export type NavBadgeName = keyof typeof badges

/** The count of a menu item, by the name the route table gives it. */
export function NavBadge({ name }: { name: NavBadgeName }) {
  const Named = badges[name]
  return <Named />
}
