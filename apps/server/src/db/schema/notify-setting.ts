import type { AgentId, EntId, NotifySetting } from '@ruwu/contract'
import { foreignKey, jsonb, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { agent } from './agent.ts'
import { at, idOf } from './columns.ts'

export const notifySetting = pgTable(
  'notify_setting',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    agentId: idOf<AgentId>('agent_id').notNull(),
    setting: jsonb('setting').$type<NotifySetting>().notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.agentId] }),
    foreignKey({
      name: 'notify_setting_agent_fk',
      columns: [t.entId, t.agentId],
      foreignColumns: [agent.entId, agent.id],
    }),
  ],
)
