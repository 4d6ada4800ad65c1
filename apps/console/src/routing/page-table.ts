import type { Permission } from '@ruwu/contract'
import type { QueryClient } from '@tanstack/react-query'
import { useMatches } from 'react-router'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'

/** The counts a menu item can show; the shell renders them. */
export type NavBadgeName = 'channelExpired' | 'myUnread' | 'newLeads'

export type Page = {
  path: string
  title: string
  /** The permission to see it; any signed-in agent without one. */
  permission?: Permission
  /** Item in the sidebar and the bottom bar. */
  menu?: {
    label: string
    /** Label in the bottom bar of phones; pages without one are in 我的. */
    short?: string
    icon: LucideIcon
    /** Count beside the label. */
    badge?: NavBadgeName
    /** Below the item of this path in the sidebar; the page of that path is the first of them, by the name `own`. */
    below?: { path: string; own: string }
    /** Its item is the current one on all pages below this path; by default below its own. */
    section?: string
  }
  load: () => Promise<ComponentType>
  /** Loads what asks for the page's first data when a visit begins at it, before the page itself is loaded. */
  start?: () => Promise<(queries: QueryClient, search: URLSearchParams) => void>
}

const isTable = (handle: unknown): handle is { pages: Page[] } =>
  typeof handle === 'object' && handle !== null && 'pages' in handle

const isPage = (handle: unknown): handle is Page => typeof handle === 'object' && handle !== null && 'path' in handle

const NO_PAGES: Page[] = []

export const usePages = (): Page[] =>
  useMatches()
    .map((it) => it.handle)
    .find(isTable)?.pages ?? NO_PAGES

/** Pages with a menu item. */
export const useMenuPages = () => usePages().flatMap((page) => (page.menu ? [{ ...page, menu: page.menu }] : []))

export const useCurrentPage = (): Page | undefined =>
  useMatches()
    .map((it) => it.handle)
    .findLast(isPage)
