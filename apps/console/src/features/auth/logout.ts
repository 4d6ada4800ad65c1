import { authApi } from '@ruwu/contract'
import { call } from '../../api/call.ts'
import { report } from '../../monitoring/monitoring.ts'
import { endSession } from '../../session/session-end.ts'

/** Leaves even when the server cannot be told: the token is gone from this browser either way. */
export async function logout() {
  await call(authApi.logout).catch(report)
  endSession('logout')
}
