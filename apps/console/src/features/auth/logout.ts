import { authApi } from '@ruwu/contract'
import { call } from '../../api/call.ts'
import { report } from '../../monitoring/monitoring.ts'
import { endSession } from '../../session/session-end.ts'
import { readSession } from '../../session/session.ts'

/**
 * Signs out here first, so that nothing is asked with a token that is being revoked; the request took the token along.
 * The browser forgets the token even when the server cannot be reached. A second click finds no session.
 */
export function logout() {
  if (!readSession()) return
  void call(authApi.logout, undefined, { keepalive: true }).catch(report)
  endSession('logout')
}
