import type { AgentId, ConsoleEvent, EntId, RelationId } from '@ruwu/contract'
import { narrowScope } from '@ruwu/domain'
import { and, arrayContains, eq, inArray, isNull, or, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Queryable, Transaction } from '../db/database.ts'
import { agent, role } from '../db/schema/index.ts'
import type { Caller } from '../platform/http/caller.ts'

/** Whose 渠道账号范围 limits what is shown. Work without a caller is not limited and reads accounts by their enterprise. */
export type AccountViewer = Pick<Caller, 'entId' | 'accountScope'>

/** Authorisation rule of accounts and of what belongs to one. A sub-account is in scope only where it is named itself. */
export const isInScope = ({ accountScope }: Pick<AccountViewer, 'accountScope'>, id: RelationId): boolean =>
  accountScope === null || accountScope.includes(id)

/** The same rule as a SQL condition; undefined: all accounts of the enterprise. */
export const inScope = ({ accountScope }: Pick<AccountViewer, 'accountScope'>, account: PgColumn): SQL | undefined =>
  accountScope === null ? undefined : inArray(account, [...accountScope])

/** SQL condition on agent and role: the agents who have the account in scope. */
export const hasInScope = (account: RelationId): SQL | undefined =>
  and(
    or(isNull(agent.accountScope), arrayContains(agent.accountScope, [account])),
    or(isNull(role.accountScope), arrayContains(role.accountScope, [account])),
  )

type AccountEvent = Extract<ConsoleEvent, { relationId: RelationId | null }>

/** Tells events about accounts to the agents who have them in scope; what belongs to no account is told to all. */
export async function emitOfAccounts(tx: Transaction, entId: EntId, events: readonly AccountEvent[]): Promise<void> {
  if (events.length === 0) return
  const scopes = await listScopes(tx.sql, entId)
  for (const event of events) {
    const { relationId } = event
    const agentIds = scopes.filter((each) => relationId === null || isInScope(each, relationId)).map(({ id }) => id)
    tx.emit(entId, event, agentIds.length === scopes.length ? null : { agentIds })
  }
}

async function listScopes(
  db: Queryable,
  entId: EntId,
): Promise<{ id: AgentId; accountScope: readonly RelationId[] | null }[]> {
  const rows = await db
    .select({ id: agent.id, ownAccounts: agent.accountScope, roleAccounts: role.accountScope })
    .from(agent)
    .innerJoin(role, and(eq(role.entId, agent.entId), eq(role.id, agent.roleId)))
    .where(eq(agent.entId, entId))
  return rows.map(({ id, ownAccounts, roleAccounts }) => ({ id, accountScope: narrowScope(ownAccounts, roleAccounts) }))
}
