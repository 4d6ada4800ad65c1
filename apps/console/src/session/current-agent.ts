import type { AgentId } from '@ruwu/contract'
import { onSessionEnd } from './session-end.ts'
import { readSession } from './session.ts'

let known: AgentId | undefined

onSessionEnd(() => {
  known = undefined
})

/**
 * The signed-in agent. Memoised: reading document.cookie is a synchronous cross-process call, too slow per row, event
 * or key.
 */
export function currentAgentId(): AgentId | undefined {
  known ??= readSession()?.agentId
  return known
}
