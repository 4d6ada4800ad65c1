import type { AgentId, CustomerScope, EntId, Permission, RelationId } from '@ruwu/contract'

/** Who is calling, as found by the token. */
export type Caller = {
  entId: EntId
  agentId: AgentId
  sessionId: string
  permissions: ReadonlySet<Permission>
  customerScope: CustomerScope
  /** The accounts whose customers they may see; null: all of them. */
  accountScope: readonly RelationId[] | null
}
