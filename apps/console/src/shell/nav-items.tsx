import { hasPermission } from '@ruwu/domain'
import { cx } from '@ruwu/ui'
import type { ComponentType } from 'react'
import { NavLink } from 'react-router'
import { useExpiredCount } from '../features/channel/index.ts'
import { useMyPermissions } from '../features/permission/index.ts'
import { useMyUnread } from '../features/workbench/index.ts'
import { useTitleCount } from '../notify/tab-mark.ts'
import { useMenuPages, type NavBadgeName } from '../routing/page-table.ts'
import { texts } from './texts.ts'
import styles from './nav-items.module.css'

type NavItemsProps = {
  className?: string
  iconSize: number
  /** Below the icon only a short label fits. */
  isShort?: boolean
}

/** The main pages the agent may see, as links. */
export function NavItems({ className, iconSize, isShort = false }: NavItemsProps) {
  const { data: mPerms } = useMyPermissions()
  const pages = useMenuPages().filter((page) => !page.permission || hasPermission(mPerms, page.permission))
  return (
    <ul className={className}>
      {pages.map(({ path, menu: { label, short = label, icon: Icon, badge } }) => (
        <li key={path}>
          <NavLink to={path}>
            <Icon size={iconSize} strokeWidth={1.75} aria-hidden="true" />
            <span>{isShort ? short : label}</span>
            {badge && <NavBadge name={badge} />}
          </NavLink>
        </li>
      ))}
    </ul>
  )
}

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
  useTitleCount(count)
  return <Badge count={count} text={texts.myUnread(count)} isUnread />
}

const badges: Record<NavBadgeName, ComponentType> = { channelExpired: ChannelExpired, myUnread: MyUnread }

/** The badge of a menu item, by its name in the route table. */
function NavBadge({ name }: { name: NavBadgeName }) {
  const Named = badges[name]
  return <Named />
}
