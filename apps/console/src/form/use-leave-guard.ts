import { confirm } from '@ruwu/ui'
import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { texts } from './texts.ts'

export type FormLocation = { pathname: string; search: string }

const pathOf = ({ pathname }: FormLocation) => pathname

/**
 * Asks before a dirty form is left, by navigation or by closing the tab. `formOf` names the form of a URL: navigating
 * within the same form loses nothing.
 */
export function useLeaveGuard(isDirty: boolean, formOf: (place: FormLocation) => string = pathOf) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && nextLocation.pathname !== '/login' && formOf(currentLocation) !== formOf(nextLocation),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void confirm({ title: texts.leaveDirty }).then((leaves) => (leaves ? blocker.proceed() : blocker.reset()))
  }, [blocker])
  useEffect(() => {
    if (!isDirty) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isDirty])
}
