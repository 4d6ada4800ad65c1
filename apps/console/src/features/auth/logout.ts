import { authApi } from '@ruwu/contract'
import { call } from '../../api/call.ts'
import { report } from '../../monitoring/monitoring.ts'
import { tellOtherTabs } from '../../session/session-tabs.ts'
import { endSession } from '../../session/session-end.ts'

/** Leaves even when the server cannot be told: the token is gone from this browser either way. */
export async function logout() {
  const told = call(authApi.logout).catch(report)
  // Before the server closes their sockets, which would look to the other tabs like a lost session.
  tellOtherTabs('ended')
  await told
  endSession('logout')
}
