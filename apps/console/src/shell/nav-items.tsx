import { hasPermission } from '@ruwu/domain'
import { NavLink } from 'react-router'
import { useMyPermissions } from '../features/role/index.ts'
import { useMenuPages } from './route-table.ts'

/** The main pages one may see, as links. */
export function NavItems({ className, iconSize }: { className?: string; iconSize: number }) {
  const { data: mPerms } = useMyPermissions()
  const pages = useMenuPages().filter((page) => !page.permission || hasPermission(mPerms, page.permission))
  return (
    <ul className={className}>
      {pages.map(({ path, menu: { label, icon: Icon } }) => (
        <li key={path}>
          <NavLink to={path}>
            <Icon size={iconSize} strokeWidth={1.75} aria-hidden="true" />
            <span>{label}</span>
          </NavLink>
        </li>
      ))}
    </ul>
  )
}
