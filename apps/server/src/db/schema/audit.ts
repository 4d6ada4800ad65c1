import type { AgentId, EntId } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { at, idOf, oneOf, tsvector } from './columns.ts'

/** Audit log: who did what to which object, from where. Rows are only inserted, and deleted when too old. */
export const audit = pgTable(
  'audit',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    id: idOf<string>('id').notNull(),
    /** Null: the operator of the installation. */
    agentId: idOf<AgentId>('agent_id'),
    action: text('action').notNull(),
    /** Id of what was acted on. No foreign key: the entry outlives it. */
    object: text('object').notNull(),
    objectName: text('object_name').notNull().default(''),
    before: jsonb('before').$type<Record<string, string>>().notNull().default({}),
    after: jsonb('after').$type<Record<string, string>>().notNull().default({}),
    ip: text('ip').notNull().default(''),
    at: at('at').notNull(),
    /** Name, values and address, normalised, with their bigrams: for substring search. */
    words: text('words').notNull().default(''),
    grams: tsvector('grams').notNull().default(''),
  },
  (t) => [
    // Ids are time-ordered: the log is read backwards by the key.
    primaryKey({ columns: [t.entId, t.id] }),
    index('audit_agent').on(t.entId, t.agentId, t.id),
    index('audit_action').on(t.entId, t.action, t.id),
    // For the erasure of a person's data.
    index('audit_object').on(t.entId, t.object),
    index('audit_at').on(t.at),
    index('audit_grams').using('gin', t.grams).with({ fastupdate: false }),
  ],
)

export const OPERATOR_ACTIONS = ['coupon.create', 'coupon.end', 'statement.close'] as const

/** What the operator did that belongs to no enterprise. Rows are only inserted, and deleted when too old. */
export const operatorAudit = pgTable(
  'operator_audit',
  {
    id: idOf<string>('id').primaryKey(),
    action: text('action', { enum: OPERATOR_ACTIONS }).notNull(),
    /** What was acted on, and the details, as the operator reads them. */
    object: text('object').notNull(),
    detail: text('detail').notNull(),
    at: at('at').notNull(),
  },
  (t) => [check('operator_audit_action', sql`${t.action} in (${oneOf(OPERATOR_ACTIONS)})`)],
)
