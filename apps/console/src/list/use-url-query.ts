import { useContext } from 'react'
import { UNSAFE_DataRouterContext, useSearchParams } from 'react-router'

type Edit = (query: URLSearchParams) => URLSearchParams

/**
 * The query of the URL and its change. A change builds on the router's own location instead of the rendered one: a navigation is drawn in
 * a transition, and a debounced keyword that is written before its end must not undo it.
 */
export function useUrlQuery() {
  const [query, setQuery] = useSearchParams()
  const router = useContext(UNSAFE_DataRouterContext)?.router
  const change = (edit: Edit, options?: { replace: boolean }) =>
    setQuery(edit(new URLSearchParams(router?.state.location.search ?? query)), options)
  return [query, change] as const
}
