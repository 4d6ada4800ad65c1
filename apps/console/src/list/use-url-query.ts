import { useContext } from 'react'
import { UNSAFE_DataRouterContext, useSearchParams } from 'react-router'

type Edit = (query: URLSearchParams) => URLSearchParams

/**
 * The query of the URL and its change. A change builds on the router's own location instead of the rendered one: a navigation is drawn in
 * a transition, and a debounced keyword that is written before its end must not undo it. While another page is loading nothing is
 * changed: the query belongs to the page that is left.
 */
export function useUrlQuery() {
  const [query, setQuery] = useSearchParams()
  const router = useContext(UNSAFE_DataRouterContext)?.router
  const change = (edit: Edit, options?: { replace: boolean }) => {
    const here = router?.state.location
    const next = router?.state.navigation.location ?? here
    if (next?.pathname === here?.pathname) setQuery(edit(new URLSearchParams(next?.search ?? query)), options)
  }
  return [query, change] as const
}
