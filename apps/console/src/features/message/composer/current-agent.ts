import type { AgentId } from '@ruwu/contract'
import { onSessionEnd } from '../../../session/session-end.ts'
import { readSession } from '../../../session/session.ts'

let known: AgentId | undefined

onSessionEnd(() => {
  known = undefined
})

/** Who is signed in. Remembered, because reading cookies is too slow for every row of a list on every key. */
export function currentAgentId(): AgentId | undefined {
  known ??= readSession()?.agentId
  return known
}
