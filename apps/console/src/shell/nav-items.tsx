import { hasPermission } from '@ruwu/domain'
import { cx } from '@ruwu/ui'
import type { ComponentType, ReactNode } from 'react'
import { Link, useMatch } from 'react-router'
import { useExpiredCount } from '../features/channel/index.ts'
import { useNewLeadCount } from '../features/lead/index.ts'
import { useMyPermissions } from '../features/permission/index.ts'
import { useChatCounts } from '../features/workbench/index.ts'
import { useTitleCount } from '../notify/tab-mark.ts'
import { useMenuPages, type NavBadgeName } from '../routing/page-table.ts'
import { texts } from './texts.ts'
import styles from './nav-items.module.css'

type NavItemsProps = {
  className?: string
  iconSize: number
  /** Icons with a label below: of the pages below another only their own link fits. */
  isFolded?: boolean
  /** On a phone no pages stand below others; the bottom bar has those with a short label, 我的 the others. */
  phone?: 'bar' | 'mine'
  onOpen?: () => void
}

/** The main pages the agent may see, as links. */
export function NavItems({ className, iconSize, isFolded = false, phone, onOpen }: NavItemsProps) {
  const { data: mPerms } = useMyPermissions()
  const pages = useMenuPages().filter((page) => !page.permission || hasPermission(mPerms, page.permission))
  const isHere = ({ menu }: MenuPage) => phone === undefined || (menu.short !== undefined) === (phone === 'bar')
  const shown = (isFolded ? pages : pages.filter(({ menu }) => !menu.below)).filter(isHere)
  return (
    <ul className={className}>
      {shown.map((page) => {
        const { label, short = label, icon: Icon, badge } = page.menu
        const below = isFolded || phone ? [] : pages.filter(({ menu }) => menu.below?.path === page.path)
        return (
          <li key={page.path}>
            <ItemLink
              page={page}
              end={isFolded && pages.some(({ menu }) => menu.below?.path === page.path)}
              onOpen={onOpen}
            >
              <Icon size={iconSize} strokeWidth={1.75} aria-hidden="true" />
              <span>{phone === 'bar' ? short : label}</span>
              {badge && below.length === 0 && <NavBadge name={badge} />}
            </ItemLink>
            {below.length > 0 && <PagesBelow page={page} below={below} />}
          </li>
        )
      })}
    </ul>
  )
}

type MenuPage = ReturnType<typeof useMenuPages>[number]

type ItemLinkProps = {
  page: MenuPage
  /** The current one on its own page alone. */
  end: boolean
  onOpen?: (() => void) | undefined
  children: ReactNode
}

function ItemLink({ page: { path, menu }, end, onOpen, children }: ItemLinkProps) {
  const isCurrent = useMatch({ path: menu.section ?? path, end }) !== null
  return (
    <Link to={path} aria-current={isCurrent ? 'page' : undefined} onClick={onOpen}>
      {children}
    </Link>
  )
}

/** The page itself by its name among those below it, then these. */
function PagesBelow({ page, below }: { page: MenuPage; below: readonly MenuPage[] }) {
  const own = below[0]?.menu.below?.own
  const links = [{ ...page, menu: { ...page.menu, label: own ?? page.menu.label } }, ...below]
  return (
    <ul className={styles.below}>
      {links.map((link) => (
        <li key={link.path}>
          <ItemLink page={link} end>
            <span>{link.menu.label}</span>
            {link.menu.badge && <NavBadge name={link.menu.badge} />}
          </ItemLink>
        </li>
      ))}
    </ul>
  )
}

const MOST = 99

type BadgeProps = {
  count: number
  text: string
  /** Errors, unread messages, or a plain number. */
  tone?: 'error' | 'unread' | 'quiet'
}

/** A count; nothing at 0. */
function Badge({ count, text, tone = 'error' }: BadgeProps) {
  if (count === 0) return null
  return (
    <span className={cx(styles.badge, tone !== 'error' && styles[tone])} data-badge title={text}>
      <span aria-hidden="true">{count > MOST ? `${MOST}+` : count}</span>
      <span className="sr-only">{text}</span>
    </span>
  )
}

function ChannelExpired() {
  const count = useExpiredCount()
  return <Badge count={count} text={texts.channelExpired(count)} />
}

/** The agent's own unread messages, which the tab's title counts too; with none, how many customers wait for an owner. */
function MyUnread() {
  const { unread, unassigned } = useChatCounts()
  useTitleCount(unread)
  if (unread === 0) return <Badge count={unassigned} text={texts.unassigned(unassigned)} tone="quiet" />
  return <Badge count={unread} text={texts.myUnread(unread)} tone="unread" />
}

function NewLeads() {
  const count = useNewLeadCount()
  return <Badge count={count} text={texts.newLeads(count)} tone="quiet" />
}

const badges: Record<NavBadgeName, ComponentType> = {
  channelExpired: ChannelExpired,
  myUnread: MyUnread,
  newLeads: NewLeads,
}

/** The badge of a menu item, by its name in the route table. */
function NavBadge({ name }: { name: NavBadgeName }) {
  const Named = badges[name]
  return <Named />
}
