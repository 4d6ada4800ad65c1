import type { AgentId } from '@ruwu/contract'
import type { Memory } from '../../storage.ts'

const KEY = 'ruwu.bindLandingSeen'

/** Whoever has seen the landing page in this visit is not sent there again and may work without an account. */
export const needsLanding = (memory: Memory, agentId: AgentId) => memory.get(KEY) !== agentId

export const rememberLanding = (memory: Memory, agentId: AgentId) => memory.set(KEY, agentId)
