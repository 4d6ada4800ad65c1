import {
  type ActionOutcome,
  type AgentId,
  type AutomationAction,
  type AutomationRuleId,
  type AutomationRunId,
  type ConditionGroup,
  type CustomerId,
  type EntId,
  type ReceptionType,
  type RelationId,
  RULE_EVENTS,
  RULE_STATUSES,
  type RuleEventType,
} from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { agent } from './agent.ts'
import { at, bytes, idOf, oneOf } from './columns.ts'
import { customer } from './customer.ts'
import { enterprise } from './enterprise.ts'

/** 规则: what is done to a customer after an event, where conditions hold. */
export const automationRule = pgTable(
  'automation_rule',
  {
    entId: idOf<EntId>('ent_id')
      .notNull()
      .references(() => enterprise.id),
    id: idOf<AutomationRuleId>('id').notNull(),
    name: text('name').notNull(),
    position: integer('position').notNull(),
    /** Empty: all accounts. */
    accountIds: idOf<RelationId>('account_ids').array().notNull(),
    eventType: text('event_type', { enum: RULE_EVENTS }).notNull(),
    /** Of the events that wait for an answer. */
    eventMinutes: integer('event_minutes'),
    conditions: jsonb('conditions').$type<ConditionGroup>().notNull(),
    actions: jsonb('actions').$type<AutomationAction[]>().notNull(),
    stopOnMatch: boolean('stop_on_match').notNull(),
    /** A rule is not fired again for a customer within so many minutes; 0: no limit. */
    intervalMinutes: integer('interval_minutes').notNull().default(0),
    status: text('status', { enum: RULE_STATUSES }).notNull(),
    /** Encrypted; signs the calls of Webhook actions. Null before the rule has one. */
    secret: bytes('secret'),
    /** Failed runs in a row. */
    failures: integer('failures').notNull().default(0),
    version: integer('version').notNull().default(1),
    createdAt: at('created_at').notNull(),
    /** The author: had the permission of every action, and is told when the rule stops by itself. */
    updatedBy: idOf<AgentId>('updated_by').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    // Read in the transaction of every customer change.
    index('automation_rule_on')
      .on(t.entId, t.eventType, t.eventMinutes)
      .where(sql`status = 'on'`),
    foreignKey({
      name: 'automation_rule_agent_fk',
      columns: [t.entId, t.updatedBy],
      foreignColumns: [agent.entId, agent.id],
    }),
    check('automation_rule_event', sql`${t.eventType} in (${oneOf(RULE_EVENTS)})`),
    check('automation_rule_interval', sql`${t.intervalMinutes} between 0 and 43200`),
    check('automation_rule_status', sql`${t.status} in (${oneOf(RULE_STATUSES)})`),
    check(
      'automation_rule_minutes',
      sql`(${t.eventMinutes} is not null) = (${t.eventType} in ('agent_silent', 'customer_silent'))`,
    ),
  ],
)

/** The rules whose actions led to an event, oldest first: none of them is fired by it. */
export type RuleChain = AutomationRuleId[]

/** An event that rules may fire on. `seq`, `messageId`: its message. `mark`: what must still be so when a waiting event comes due. */
export type RuleCause = {
  type: RuleEventType
  minutes?: number | null
  seq?: number
  messageId?: string
  mark?: number
  chain?: RuleChain
  /** An agent or the customer did it. */
  isByPerson?: true
  /** Of a run: the customer's newest message when the rule fired. */
  inboundSeq?: number
  /** Failed calls of the Webhook action that is next. */
  calls?: number
  /** Set on a run in 等待 whose customer has written. */
  isReplied?: boolean
}

export type RunExpected = { receptionType: ReceptionType; receptionEpoch: number; humanSeq: number }

/** Queue of events, written in the transaction of the customer change where an enabled rule names the event. */
export const automationCause = pgTable(
  'automation_cause',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
    /** Names the event; a rule runs once for it. */
    key: text('key').notNull(),
    what: jsonb('what').$type<RuleCause>().notNull(),
    dueAt: at('due_at').notNull(),
    /** Failed attempts. */
    tries: integer('tries').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.customerId, t.key] }),
    index('automation_cause_due').on(t.dueAt),
    foreignKey({
      name: 'automation_cause_customer_fk',
      columns: [t.entId, t.customerId],
      foreignColumns: [customer.entId, customer.id],
    }).onDelete('cascade'),
  ],
)

/**
 * A rule at work on a customer: the next action and when. Each action and the step after it are one transaction. A run that has
 * ended is the rule's log.
 */
export const automationRun = pgTable(
  'automation_run',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    id: idOf<AutomationRunId>('id').notNull(),
    ruleId: idOf<AutomationRuleId>('rule_id').notNull(),
    ruleName: text('rule_name').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
    causeKey: text('cause_key').notNull(),
    cause: jsonb('cause').$type<RuleCause>().notNull(),
    /** The actions as they were when the rule fired. */
    actions: jsonb('actions').$type<AutomationAction[]>().notNull(),
    /** Guard of the messages: the reception when the rule fired, as its actions changed it, or when a wait ended; no later message of an agent. */
    expected: jsonb('expected').$type<RunExpected>().notNull(),
    /** Index of the next action. */
    step: integer('step').notNull().default(0),
    outcomes: jsonb('outcomes').$type<ActionOutcome[]>().notNull().default([]),
    /** In 等待: a message of the customer ends the run. */
    isWaiting: boolean('is_waiting').notNull().default(false),
    /** When the next action is due; null: the run has ended. */
    dueAt: at('due_at'),
    tries: integer('tries').notNull().default(0),
    result: text('result').$type<ActionOutcome['result']>(),
    startedAt: at('started_at').notNull(),
    endedAt: at('ended_at'),
    /** Time spent on actions. */
    workMs: integer('work_ms').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    // Idempotent: a rule runs once per event.
    uniqueIndex('automation_run_once').on(t.entId, t.ruleId, t.customerId, t.causeKey),
    index('automation_run_due')
      .on(t.dueAt)
      .where(sql`due_at is not null`),
    index('automation_run_waiting')
      .on(t.entId, t.customerId)
      .where(sql`is_waiting`),
    index('automation_run_log').on(t.entId, t.ruleId, t.startedAt, t.id),
    index('automation_run_customer').on(t.entId, t.customerId),
    index('automation_run_started').on(t.startedAt),
    foreignKey({
      name: 'automation_run_rule_fk',
      columns: [t.entId, t.ruleId],
      foreignColumns: [automationRule.entId, automationRule.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'automation_run_customer_fk',
      columns: [t.entId, t.customerId],
      foreignColumns: [customer.entId, customer.id],
    }).onDelete('cascade'),
    check('automation_run_ended', sql`(${t.dueAt} is null) = (${t.result} is not null)`),
  ],
)
