import { type FlowGraph, type RuleTemplateContent, TEMPLATE_IDS } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import { check, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { at, oneOf } from './columns.ts'

/** Templates of rules and workflows that differ from the built-in ones, for all enterprises of the installation. Holds nothing of an enterprise. */
export const automationTemplate = pgTable(
  'automation_template',
  {
    id: text('id', { enum: TEMPLATE_IDS }).primaryKey(),
    name: text('name').notNull(),
    hint: text('hint').notNull(),
    /** Null: the built-in one. */
    rule: jsonb('rule').$type<RuleTemplateContent>(),
    flow: jsonb('flow').$type<FlowGraph>(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [check('automation_template_id', sql`${t.id} in (${oneOf(TEMPLATE_IDS)})`)],
)
