import { confirm } from '@ruwu/ui'
import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { texts } from './texts.ts'

/** Asks before a dirty form is left, inside the console and with the tab. */
export function useLeaveGuard(isDirty: boolean) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isDirty && isOther(currentLocation, nextLocation))
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

type Place = { pathname: string; search: string }

/** Another tab of the same role keeps the form; anything else, except signing in again, loses it. */
function isOther(from: Place, to: Place): boolean {
  if (to.pathname === '/login') return false
  const roleOf = ({ pathname, search }: Place) => {
    const query = new URLSearchParams(search)
    return [pathname, query.get('id'), query.get('from')].join(' ')
  }
  return roleOf(from) !== roleOf(to)
}
