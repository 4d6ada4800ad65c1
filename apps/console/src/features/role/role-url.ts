import { useSearchParams } from 'react-router'
import type { FormLocation } from '../../form/use-leave-guard.ts'

/** Takes the place of an id in the URL while a role is created. */
export const NEW_ROLE = 'new'

export const ROLE_TABS = ['permission', 'scope', 'member', 'history'] as const
export type RoleTab = (typeof ROLE_TABS)[number]

/** The open role and tab, kept in the URL. */
export function useRoleUrl() {
  const [search, setSearch] = useSearchParams()
  return {
    id: search.get('id') ?? undefined,
    from: search.get('from') ?? undefined,
    tab: ROLE_TABS.find((it) => it === search.get('tab')) ?? ROLE_TABS[0],
    open: (id?: string, from?: string) => setSearch({ ...(id && { id }), ...(from && { from }) }),
    openTab: (tab: RoleTab) =>
      setSearch((old) => {
        const next = new URLSearchParams(old)
        if (tab === ROLE_TABS[0]) next.delete('tab')
        else next.set('tab', tab)
        return next
      }),
  }
}

/** The role a URL shows; its tabs belong to the same form. */
export function roleOf({ pathname, search }: FormLocation): string {
  const query = new URLSearchParams(search)
  return [pathname, query.get('id'), query.get('from')].join(' ')
}
