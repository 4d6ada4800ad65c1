import type { AgentId, CustomerScope, EntId, Permission, RelationId } from '@ruwu/contract'

/** The authenticated agent of a request with its authorisation. */
export type Caller = {
  entId: EntId
  agentId: AgentId
  sessionId: string
  /** Where the request comes from; for work without a request, where the agent signed in. */
  ip: string
  /** The rights are those of a previewed role; nothing may be written. */
  isPreview?: boolean
  /** A visitor of /demo, whose sign-in and enterprise end soon. */
  isVisitor?: boolean
  permissions: ReadonlySet<Permission>
  /** 手机号脱敏显示 of the enterprise: whether callers without `customer:viewSensitive` get phone numbers masked. */
  masksPhones: boolean
  customerScope: CustomerScope
  /** Accounts whose customers the agent may see; null: all. */
  accountScope: readonly RelationId[] | null
}
