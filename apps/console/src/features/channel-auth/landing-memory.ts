import type { AgentId } from '@ruwu/contract'
import type { Memory } from '../../storage.ts'

const KEY = 'ruwu.visitBegun'

/** Only the start of a visit leads to the landing page; afterwards one may work without an account. */
export const needsLanding = (memory: Memory, agentId: AgentId) => memory.get(KEY) !== agentId

export const rememberLanding = (memory: Memory, agentId: AgentId) => memory.set(KEY, agentId)
