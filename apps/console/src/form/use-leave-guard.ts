import { useEffect } from 'react'

export type FormLocation = { pathname: string; search: string }
type Navigation = { currentLocation: FormLocation; nextLocation: FormLocation; historyAction: string }
type Guard = (navigation: Navigation) => boolean

/** Of the dirty forms on the screen: the router takes one blocker (LeaveGuardHost), and a sheet may be open above a page's form. */
const guards = new Set<Guard>()

/** Whether a navigation would lose unsaved input. The sign-in page is shown when the session has ended: nothing can be saved then. */
export const losesInput = (navigation: Navigation): boolean =>
  navigation.nextLocation.pathname !== '/login' && [...guards].some((blocks) => blocks(navigation))

/** While dirty: asks before a navigation that `blocks`, and before the tab is closed. */
export function useNavigationGuard(isDirty: boolean, blocks: Guard) {
  useEffect(() => {
    if (!isDirty) return undefined
    guards.add(blocks)
    return () => void guards.delete(blocks)
  })
  useEffect(() => {
    if (!isDirty) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isDirty])
}

const pathOf = ({ pathname }: FormLocation) => pathname

/**
 * Asks before a dirty form of a page is left. `formOf` names the form of a URL: navigating within the same form loses
 * nothing.
 */
export const useLeaveGuard = (isDirty: boolean, formOf: (place: FormLocation) => string = pathOf) =>
  useNavigationGuard(isDirty, ({ currentLocation, nextLocation }) => formOf(currentLocation) !== formOf(nextLocation))
