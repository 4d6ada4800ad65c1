import {
  type AgentId,
  type CustomerId,
  type EntId,
  FLOW_STATUSES,
  type FlowGraph,
  type FlowId,
  type FlowRunId,
  type FlowTrigger,
  type RelationId,
  type SessionId,
} from '@ruwu/contract'
import type { FlowCall, FlowState } from '@ruwu/domain'
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
import { at, bytes, idOf, oneOf, seq } from './columns.ts'
import { customer } from './customer.ts'
import { enterprise } from './enterprise.ts'

/** 工作流: its draft, and which version is published. A deleted one stays while customers finish it. */
export const flow = pgTable(
  'flow',
  {
    entId: idOf<EntId>('ent_id')
      .notNull()
      .references(() => enterprise.id),
    id: idOf<FlowId>('id').notNull(),
    name: text('name').notNull(),
    status: text('status', { enum: FLOW_STATUSES }).notNull().default('draft'),
    graph: jsonb('graph').$type<FlowGraph>().notNull(),
    /** Empty: all accounts. */
    accountIds: idOf<RelationId>('account_ids').array().notNull().default([]),
    /** Of the draft. */
    version: integer('version').notNull().default(1),
    publishedVersion: integer('published_version'),
    /** Draft version that the published one was made from. */
    publishedDraft: integer('published_draft'),
    updatedBy: idOf<AgentId>('updated_by').notNull(),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
    deletedAt: at('deleted_at'),
    /** Encrypted; signs the calls of Webhook nodes. Null before one was published. */
    secret: bytes('secret'),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    check('flow_status', sql`${t.status} in (${oneOf(FLOW_STATUSES)})`),
    check('flow_published', sql`${t.status} = 'draft' or ${t.publishedVersion} is not null`),
  ],
)

/** What was published: its contents are never changed, so that running customers finish what they began. */
export const flowVersion = pgTable(
  'flow_version',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    flowId: idOf<FlowId>('flow_id').notNull(),
    version: integer('version').notNull(),
    name: text('name').notNull(),
    graph: jsonb('graph').$type<FlowGraph>().notNull(),
    trigger: jsonb('trigger').$type<FlowTrigger>().notNull(),
    accountIds: idOf<RelationId>('account_ids').array().notNull().default([]),
    note: text('note').notNull(),
    agentId: idOf<AgentId>('agent_id').notNull(),
    publishedAt: at('published_at').notNull(),
    /** Runs of it that took a turn: customers get the variants of its texts in turn. */
    turns: integer('turns').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.flowId, t.version] }),
    foreignKey({ name: 'flow_version_fk', columns: [t.entId, t.flowId], foreignColumns: [flow.entId, flow.id] }),
  ],
)

/** How a run ended: T15, or what took the customer out of it. `skipped`: it never began. */
export const FLOW_RUN_OUTCOMES = ['end', 'handoff', 'error', 'left', 'session', 'skipped'] as const

/**
 * A customer in a flow. One step is one transaction that changes this row and everything the step does; a wait is a due time that a
 * worker of any node finds.
 */
export const flowRun = pgTable(
  'flow_run',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    id: idOf<FlowRunId>('id').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
    flowId: idOf<FlowId>('flow_id').notNull(),
    version: integer('version').notNull(),
    sessionId: idOf<SessionId>('session_id'),
    /** Null: not begun yet. */
    state: jsonb('state').$type<FlowState>(),
    /** The call that the state waits for. */
    call: jsonb('call').$type<FlowCall>(),
    /** Not called before: 合并等待, the lease of the node that calls, or the pause before another try. Null: at once. */
    callAt: at('call_at'),
    /** Reception epoch of the run; another one ends it. */
    epoch: integer('epoch'),
    /** Customer messages up to this one have been read by a node. */
    handledSeq: seq('handled_seq').notNull(),
    /** When a worker looks at the run; null: when the customer writes. */
    dueAt: at('due_at'),
    /** Failed attempts at the present step. */
    tries: integer('tries').notNull().default(0),
    startedAt: at('started_at').notNull(),
    endedAt: at('ended_at'),
    outcome: text('outcome', { enum: FLOW_RUN_OUTCOMES }),
    reason: text('reason').notNull().default(''),
    hasLead: boolean('has_lead').notNull().default(false),
    /** Which variant of a text the customer gets. */
    turn: integer('turn').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    // A customer is in one flow at a time.
    uniqueIndex('flow_run_active')
      .on(t.entId, t.customerId)
      .where(sql`ended_at is null`),
    index('flow_run_due')
      .on(t.dueAt)
      .where(sql`ended_at is null and due_at is not null`),
    index('flow_run_flow').on(t.entId, t.flowId, t.startedAt),
    index('flow_run_started').on(t.entId, t.startedAt),
    index('flow_run_running')
      .on(t.entId, t.flowId)
      .where(sql`ended_at is null`),
    foreignKey({
      name: 'flow_run_version_fk',
      columns: [t.entId, t.flowId, t.version],
      foreignColumns: [flowVersion.entId, flowVersion.flowId, flowVersion.version],
    }),
    foreignKey({
      name: 'flow_run_customer_fk',
      columns: [t.entId, t.customerId],
      foreignColumns: [customer.entId, customer.id],
    }),
    check('flow_run_outcome', sql`(${t.endedAt} is null) = (${t.outcome} is null)`),
    check('flow_run_outcome_known', sql`${t.outcome} in (${oneOf(FLOW_RUN_OUTCOMES)})`),
  ],
)
