import type { AgentId, EntId } from '@ruwu/contract'
import { foreignKey, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { agent } from './agent.ts'
import { at, bytes, idOf, seq } from './columns.ts'

/** An agent's second step at sign-in. Without a row it is off. */
export const agentTotp = pgTable(
  'agent_totp',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    agentId: idOf<AgentId>('agent_id').notNull(),
    /** Sealed. */
    secret: bytes('secret').notNull(),
    /** Time step of the last accepted code; earlier ones and itself are refused. */
    lastStep: seq('last_step').notNull(),
    enabledAt: at('enabled_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.agentId] }),
    foreignKey({ name: 'agent_totp_agent_fk', columns: [t.entId, t.agentId], foreignColumns: [agent.entId, agent.id] }),
  ],
)

/** Recovery codes by their salted SHA-256, 80 random bits each; they go with the second step. */
export const recoveryCode = pgTable(
  'recovery_code',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    agentId: idOf<AgentId>('agent_id').notNull(),
    hash: bytes('hash').notNull(),
    usedAt: at('used_at'),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.agentId, t.hash] }),
    foreignKey({
      name: 'recovery_code_totp_fk',
      columns: [t.entId, t.agentId],
      foreignColumns: [agentTotp.entId, agentTotp.agentId],
    }).onDelete('cascade'),
  ],
)
