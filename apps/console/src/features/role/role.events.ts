import type { ConsoleEvent } from '@ruwu/contract'
import type { QueryClient } from '@tanstack/react-query'
import { agentKeys } from '../agent/index.ts'
import { permissionKey, roleKeys } from '../permission/index.ts'

/** `perms_change` carries no data, so queries are invalidated; an agent moved to another role changes the counts. */
export function onRoleEvent(cache: QueryClient, event: ConsoleEvent) {
  if (event.type === 'agent_change' || event.type === 'agent_create' || event.type === 'role_change')
    void cache.invalidateQueries({ queryKey: roleKeys.all })
  if (event.type !== 'perms_change') return
  void cache.invalidateQueries({ queryKey: permissionKey })
  void cache.invalidateQueries({ queryKey: roleKeys.all })
  void cache.invalidateQueries({ queryKey: agentKeys.all })
}
