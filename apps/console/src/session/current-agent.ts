import type { AgentId } from '@ruwu/contract'
import { onSessionEnd } from './session-end.ts'
import { readSession } from './session.ts'

let known: AgentId | undefined

onSessionEnd(() => {
  known = undefined
})

/** Who is signed in. Remembered: the browser asks another process for cookies, too slow for every row, event or key. */
export function currentAgentId(): AgentId | undefined {
  known ??= readSession()?.agentId
  return known
}
