import { confirm } from '@ruwu/ui'
import { useEffect } from 'react'
import { Outlet, useBlocker } from 'react-router'
import { texts } from './texts.ts'
import { losesInput } from './use-leave-guard.ts'

/** Around all pages: asks once for all dirty forms before they are left. */
export function LeaveGuardHost() {
  const blocker = useBlocker(losesInput)
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void confirm({ title: texts.leaveDirty }).then((leaves) => (leaves ? blocker.proceed() : blocker.reset()))
  }, [blocker])
  return <Outlet />
}
