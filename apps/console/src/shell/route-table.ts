import { useMatches } from 'react-router'
import type { Page } from '../routes.tsx'

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
