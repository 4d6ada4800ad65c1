import type { AgentId, EntId } from '@ruwu/contract'
import { foreignKey, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { agent } from './agent.ts'
import { at, idOf } from './columns.ts'

/** What an agent does not want to see on /home again: `guide`, or `notice:` and the id of a notice. */
export const homeDismissal = pgTable(
  'home_dismissal',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    agentId: idOf<AgentId>('agent_id').notNull(),
    item: text('item').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.agentId, t.item] }),
    foreignKey({
      name: 'home_dismissal_agent_fk',
      columns: [t.entId, t.agentId],
      foreignColumns: [agent.entId, agent.id],
    }),
  ],
)
