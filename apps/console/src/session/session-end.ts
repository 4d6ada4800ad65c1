import { clearIdentity } from '../monitoring/monitoring.ts'
import { forgetPermissions } from './permission-cache.ts'
import { clearSession, readSession } from './session.ts'
import { broadcastSession } from './session-tabs.ts'

/** Signed out, refused by the server (请重新登录), kicked by another sign-in, or ended in another tab. */
type EndReason = 'logout' | 'expired' | 'kicked' | 'elsewhere'

const listeners = new Set<(reason: EndReason) => void>()

/** The app subscribes to redirect to /login. */
export function onSessionEnd(listener: (reason: EndReason) => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Clears the session in this browser; idempotent. */
export function endSession(reason: EndReason) {
  const session = readSession()
  if (session) {
    forgetPermissions(session.agentId)
    clearSession()
    if (reason !== 'elsewhere') broadcastSession('ended')
  }
  clearIdentity()
  for (const listener of listeners) listener(reason)
}
