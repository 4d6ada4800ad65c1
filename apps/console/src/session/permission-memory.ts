import { isPermissionCacheFresh } from '@ruwu/domain'
import type { AgentId, ModulePermissions } from '@ruwu/contract'
import { browserMemory, type Memory } from '../browser/storage.ts'

const keyOf = (agentId: AgentId) => `ruwu.permissions.${agentId}`

type Remembered = { savedAt: number; mPerms: ModulePermissions }

/** The last known permissions, for 72 hours: used while the request is pending or has failed. */
export function recallPermissions(agentId: AgentId, now = new Date(), memory: Memory = browserMemory) {
  const remembered = parse(memory.get(keyOf(agentId)))
  if (!remembered || !isPermissionCacheFresh(new Date(remembered.savedAt), now)) return undefined
  return remembered.mPerms
}

export function rememberPermissions(
  agentId: AgentId,
  mPerms: ModulePermissions,
  now = new Date(),
  memory: Memory = browserMemory,
) {
  memory.set(keyOf(agentId), JSON.stringify({ savedAt: now.getTime(), mPerms } satisfies Remembered))
}

export function forgetPermissions(agentId: AgentId, memory: Memory = browserMemory) {
  memory.remove(keyOf(agentId))
}

/** Fetches and stores permissions; a failure falls back to the stored ones, without which it is rethrown. */
export async function permissionsOr(
  ask: () => Promise<ModulePermissions>,
  agentId: AgentId,
  now = new Date(),
  memory: Memory = browserMemory,
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
