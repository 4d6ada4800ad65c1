import type { AgentId, CustomerScope, EntId, Permission } from '@ruwu/contract'

/** Who is calling, as found by the token. */
export type Caller = {
  entId: EntId
  agentId: AgentId
  sessionId: string
  permissions: ReadonlySet<Permission>
  customerScope: CustomerScope
}
