import { isPermissionCacheFresh } from '@ruwu/domain'
import type { AgentId, ModulePermissions } from '@ruwu/contract'
import { browserStorage, type KeyValueStorage } from '../browser/storage.ts'

const keyOf = (agentId: AgentId) => `ruwu.permissions.${agentId}`

type Remembered = { savedAt: number; mPerms: ModulePermissions }

/** The last known permissions, for 72 hours: used while the request is pending or has failed. */
export function recallPermissions(agentId: AgentId, now = new Date(), memory: KeyValueStorage = browserStorage) {
  const remembered = parse(memory.get(keyOf(agentId)))
  if (!remembered || !isPermissionCacheFresh(new Date(remembered.savedAt), now)) return undefined
  return remembered.mPerms
}

export function rememberPermissions(
  agentId: AgentId,
  mPerms: ModulePermissions,
  now = new Date(),
  memory: KeyValueStorage = browserStorage,
) {
  memory.set(keyOf(agentId), JSON.stringify({ savedAt: now.getTime(), mPerms } satisfies Remembered))
}

export function forgetPermissions(agentId: AgentId, memory: KeyValueStorage = browserStorage) {
  memory.remove(keyOf(agentId))
}

/** Fetches and stores permissions; a failure falls back to the stored ones, without which it is rethrown. */
export async function fetchPermissions(
  ask: () => Promise<ModulePermissions>,
  agentId: AgentId,
  now = new Date(),
  memory: KeyValueStorage = browserStorage,
): Promise<ModulePermissions> {
  try {
    const mPerms = await ask()
    rememberPermissions(agentId, mPerms, now, memory)
    return mPerms
  } catch (error) {
    const remembered = recallPermissions(agentId, now, memory)
    if (remembered) return remembered
    throw error
  }
}

function parse(text: string | null): Remembered | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    const isRemembered = typeof value === 'object' && value !== null && 'savedAt' in value && 'mPerms' in value
    return isRemembered ? (value as Remembered) : undefined
  } catch {
    return undefined
  }
}
