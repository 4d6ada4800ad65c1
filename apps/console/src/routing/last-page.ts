import type { AgentId } from '@ruwu/contract'
import { HOME_PATH } from '@ruwu/domain'
import type { KeyValueStorage } from '../browser/storage.ts'

const keyOf = (agentId: AgentId) => `ruwu.lastPage.${agentId}`

/** The agent's last main page, reopened on the next visit. */
export function rememberLastPage(memory: KeyValueStorage, agentId: AgentId, path: string) {
  memory.set(keyOf(agentId), path)
}

export function recallLastPage(memory: KeyValueStorage, agentId: AgentId): string {
  const path = memory.get(keyOf(agentId))
  return path?.startsWith('/') && !path.startsWith('//') ? path : HOME_PATH
}
