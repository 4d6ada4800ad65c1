import type { AgentId, EntId, RelationId } from '@ruwu/contract'
import { and, eq, inArray } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { channelAccount } from '../db/schema/index.ts'
import type { CustomerRow } from './customer-change.ts'
import type { Names } from './customer.view.ts'
import { listWatchers, type Watcher } from './watchers.repo.ts'

/** Whom and what the ids of customers' rows mean. */
export type NameBook = {
  agents: readonly Watcher[]
  agent(id: AgentId | null): string | null
  of(row: Pick<CustomerRow, 'agentId' | 'relationId' | 'lastMessage'>): Names
}

export async function readNames(db: Queryable, entId: EntId, relationIds: readonly RelationId[]): Promise<NameBook> {
  const agents = await listWatchers(db, entId)
  const accounts = await db
    .select({ id: channelAccount.id, name: channelAccount.name })
    .from(channelAccount)
    .where(and(eq(channelAccount.entId, entId), inArray(channelAccount.id, [...relationIds])))
  const agentNames = new Map(agents.map((each) => [each.id, each.name]))
  const accountNames = new Map(accounts.map((each) => [each.id, each.name]))
  const agent = (id: AgentId | null) => (id ? (agentNames.get(id) ?? null) : null)
  return {
    agents,
    agent,
    of: (row) => ({
      subSourceName: accountNames.get(row.relationId) ?? '',
      agentName: agent(row.agentId),
      lastAgentName: agent(row.lastMessage?.agentId ?? null),
    }),
  }
}
