import { authApi } from '@ruwu/contract'
import { call } from '../../api/call.ts'
import { report } from '../../monitoring/monitoring.ts'
import { broadcastSession } from '../../session/session-tabs.ts'
import { endSession } from '../../session/session-end.ts'

let running: Promise<void> | undefined

/** Single flight: a second click sends nothing. */
export const logout = () => (running ??= signOut().finally(() => (running = undefined)))

/** Signs out locally even when the server cannot be reached: the token is removed from this browser either way. */
async function signOut() {
  const request = call(authApi.logout).catch(report)
  // Before the server closes the other tabs' sockets, which they would take for an expired session.
  broadcastSession('ended')
  await request
  endSession('logout')
}
