import { createEvent } from '@ruwu/ui/store.ts'
import { clearIdentity } from '../monitoring/monitoring.ts'
import { forgetPermissions } from './permission-cache.ts'
import { clearSession, readSession } from './session.ts'
import { broadcastSession } from './session-tabs.ts'

/** Signed out, refused by the server (请重新登录), kicked by another sign-in, or ended in another tab. */
type EndReason = 'logout' | 'expired' | 'kicked' | 'elsewhere'

const sessionEnd = createEvent<[EndReason]>()

/** The app subscribes to redirect to /login. */
export const onSessionEnd = sessionEnd.on

/** Ends the session of a token that the server refused. False when the agent has signed in again meanwhile: that session stays. */
export function endSessionOf(token: string | undefined, reason: 'expired' | 'kicked'): boolean {
  const current = readSession()?.token
  if (current !== undefined && current !== token) return false
  endSession(reason)
  return true
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
  sessionEnd.emit(reason)
}
