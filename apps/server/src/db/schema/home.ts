import type { AgentId, DailyTarget, EntId } from '@ruwu/contract'
import { boolean, date, foreignKey, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
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

/** An agent's subscription to the daily report. */
export const dailyPush = pgTable(
  'daily_push',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    agentId: idOf<AgentId>('agent_id').notNull(),
    enabled: boolean('enabled').notNull(),
    /** `HH:mm` in the enterprise's time zone. */
    time: text('time').notNull(),
    targets: jsonb('targets').$type<DailyTarget[]>().notNull(),
    /** The newest day whose report is being sent, was sent, or is not to be sent any more. */
    sentDay: date('sent_day', { mode: 'string' }),
    /** Lease of the worker that sends it, which tries again when the lease runs out; null: it has ended. */
    busyUntil: at('busy_until'),
    tries: integer('tries').notNull().default(0),
    /** Targets that have not got it yet. */
    owed: jsonb('owed').$type<DailyTarget[]>().notNull().default([]),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.agentId] }),
    foreignKey({
      name: 'daily_push_agent_fk',
      columns: [t.entId, t.agentId],
      foreignColumns: [agent.entId, agent.id],
    }),
  ],
)
