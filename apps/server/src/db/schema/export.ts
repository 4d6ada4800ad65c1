import { type AgentId, type AnyExport, type EntId, EXPORT_STATUSES, type ExportId } from '@ruwu/contract'
import { EXPORT_ROWS_MAX, type ExportRights } from '@ruwu/domain'
import { sql } from 'drizzle-orm'
import {
  bigint,
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
import { at, idOf, oneOf } from './columns.ts'

/** An export of a list to a file, worked off by a background job; deleted with its file at `expire_at`. */
export const exportJob = pgTable(
  'export_job',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    id: idOf<ExportId>('id').notNull(),
    agentId: idOf<AgentId>('agent_id').notNull(),
    /** What is exported, with filter, format and columns. */
    request: jsonb('request').$type<AnyExport>().notNull(),
    filterText: text('filter_text').notNull(),
    /** An erasure of a customer's data cancels it and deletes its file. */
    hasCustomers: boolean('has_customers').notNull(),
    status: text('status', { enum: EXPORT_STATUSES }).notNull().default('waiting'),
    error: text('error').notNull().default(''),
    rows: integer('rows').notNull().default(0),
    /** Null until the rows were counted. */
    total: integer('total'),
    /** Size of the file when done. */
    bytes: bigint('bytes', { mode: 'number' }),
    /** The creator's when the file was written; a download asks for no less. */
    rights: jsonb('rights').$type<ExportRights>(),
    /** Number of the latest run, the only one that may write (fencing token); its file is named by it. */
    run: integer('run').notNull().default(0),
    /** Runs since the agent asked for it, first or again. */
    tries: integer('tries').notNull().default(0),
    /** Next run, or end of the lease of the node that runs it; null when ended. */
    dueAt: at('due_at'),
    /** When the agent asked for it, first or again. */
    askedAt: at('asked_at').notNull(),
    /** When the latest run began: enterprises take turns by it. */
    begunAt: at('begun_at'),
    createdAt: at('created_at').notNull(),
    expireAt: at('expire_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    index('export_job_due')
      .on(t.dueAt)
      .where(sql`due_at is not null`),
    uniqueIndex('export_job_running')
      .on(t.entId)
      .where(sql`status = 'running'`),
    index('export_job_agent').on(t.entId, t.agentId, t.id),
    index('export_job_expire').on(t.expireAt),
    foreignKey({ name: 'export_job_agent_fk', columns: [t.entId, t.agentId], foreignColumns: [agent.entId, agent.id] }),
    check('export_job_status', sql`${t.status} in (${oneOf(EXPORT_STATUSES)})`),
    check('export_job_due_at', sql`(${t.status} in ('waiting', 'running')) = (${t.dueAt} is not null)`),
    check('export_job_done', sql`(${t.status} = 'done') = (${t.bytes} is not null)`),
    check('export_job_error', sql`(${t.status} = 'failed') = (${t.error} <> '')`),
    check(
      'export_job_rows',
      sql`${t.rows} >= 0 and (${t.rows} <= ${sql.raw(String(EXPORT_ROWS_MAX))} or ${t.request} ->> 'type' = 'all')`,
    ),
  ],
)
