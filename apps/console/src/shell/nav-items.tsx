import { hasPermission } from '@ruwu/domain'
import { NavLink } from 'react-router'
import { useMyPermissions } from '../features/role/index.ts'
import { NavBadge } from './nav-badge.tsx'
import { useMenuPages } from '../routing/page-table.ts'

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
