import type { AgentId, EntId } from '@ruwu/contract'
import { foreignKey, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { agent } from './agent.ts'
import { at, idOf } from './columns.ts'

/** When an agent's console last had an open socket, on any node. No index but the key: the row is updated often. */
export const agentPresence = pgTable(
  'agent_presence',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    agentId: idOf<AgentId>('agent_id').notNull(),
    seenAt: at('seen_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.agentId] }),
    foreignKey({
      name: 'agent_presence_agent_fk',
      columns: [t.entId, t.agentId],
      foreignColumns: [agent.entId, agent.id],
    }),
  ],
)
