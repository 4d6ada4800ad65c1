import { useEffect, useRef } from 'react'
import { Outlet, useBlocker } from 'react-router'
import { askLeave } from './leave-form.ts'
import { losesInput } from './use-leave-guard.ts'

/** Around all pages: asks once for all dirty forms before they are left. */
export function LeaveGuardHost() {
  const blocker = useBlocker(losesInput)
  const latest = useRef(blocker)
  const isAsking = useRef(false)
  useEffect(() => {
    latest.current = blocker
    if (blocker.state !== 'blocked' || isAsking.current) return
    isAsking.current = true
    void askLeave().then((leaves) => {
      isAsking.current = false
      // Back may have been pressed again while the question was open.
      return leaves ? latest.current.proceed?.() : latest.current.reset?.()
    })
  }, [blocker])
  return <Outlet />
}
