import { cx } from '@ruwu/ui'
import type { ComponentType } from 'react'
import { useExpiredCount } from '../features/channel/index.ts'
import { useMyUnread } from '../features/workbench/index.ts'
import type { NavBadgeName } from '../routing/page-table.ts'
import styles from './nav-badge.module.css'
import { texts } from './texts.ts'

const MOST = 99

type BadgeProps = {
  count: number
  text: string
  /** Unread messages rather than errors; another colour. */
  isUnread?: boolean
}

/** A count; nothing at 0. */
function Badge({ count, text, isUnread = false }: BadgeProps) {
  if (count === 0) return null
  return (
    <span className={cx(styles.badge, isUnread && styles.unread)} data-badge title={text}>
      <span aria-hidden="true">{count > MOST ? `${MOST}+` : count}</span>
      <span className="sr-only">{text}</span>
    </span>
  )
}

function ChannelExpired() {
  const count = useExpiredCount()
  return <Badge count={count} text={texts.channelExpired(count)} />
}

function MyUnread() {
  const count = useMyUnread()
  return <Badge count={count} text={texts.myUnread(count)} isUnread />
}

const badges: Record<NavBadgeName, ComponentType> = { channelExpired: ChannelExpired, myUnread: MyUnread }

/** The badge of a menu item, by its name in the route table. */
export function NavBadge({ name }: { name: NavBadgeName }) {
  const Named = badges[name]
  return <Named />
}
