import { clearIdentity } from '../monitoring/monitoring.ts'
import { forgetPermissions } from './permission-memory.ts'
import { clearSession, readSession } from './session.ts'
import { tellOtherTabs } from './session-tabs.ts'

/** Why: signed out by hand, refused by the server (请重新登录), or told by another tab or another sign-in. */
export type EndReason = 'logout' | 'expired' | 'kicked' | 'elsewhere'

const listeners = new Set<(reason: EndReason) => void>()

/** The app listens to leave for /login. */
export function onSessionEnd(listener: (reason: EndReason) => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Clears what this browser knows of the session; several calls at once end it once. */
export function endSession(reason: EndReason) {
  const session = readSession()
  if (session) {
    forgetPermissions(session.agentId)
    clearSession()
    if (reason !== 'elsewhere') tellOtherTabs('ended')
  }
  clearIdentity()
  for (const listener of listeners) listener(reason)
}
