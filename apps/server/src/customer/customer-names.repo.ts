import type { AgentId, EntId, RelationId } from '@ruwu/contract'
import { and, eq } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { agent as agentTable } from '../db/schema/index.ts'
import type { CustomerRow } from './customer-change.ts'
import type { Names } from './customer.view.ts'
import { listWatchersAndAccounts, type Watcher } from './watchers.repo.ts'

/** Names behind the ids of customer rows: agents and accounts of one enterprise. */
export type CustomerNames = {
  agents: readonly Watcher[]
  agent(id: AgentId | null): string | null
  change(row: Pick<CustomerRow, 'agentId' | 'relationId' | 'lastMessage'>): Names
}

export async function readCustomerNames(
  db: Queryable,
  entId: EntId,
  relationIds: readonly RelationId[],
): Promise<CustomerNames> {
  const { watchers: agents, accountNames } = await listWatchersAndAccounts(db, entId, relationIds)
  const agentNames = new Map(agents.map((each) => [each.id, each.name]))
  const agent = (id: AgentId | null) => (id ? (agentNames.get(id) ?? null) : null)
  return {
    agents,
    agent,
    change: (row) => ({
      subSourceName: accountNames.get(row.relationId) ?? '',
      agentName: agent(row.agentId),
      lastAgentName: agent(row.lastMessage?.agentId ?? null),
    }),
  }
}

export async function getAgentName(db: Queryable, entId: EntId, id: AgentId): Promise<string> {
  const [row] = await db
    .select({ name: agentTable.name })
    .from(agentTable)
    .where(and(eq(agentTable.entId, entId), eq(agentTable.id, id)))
  return row?.name ?? '其他客服'
}
