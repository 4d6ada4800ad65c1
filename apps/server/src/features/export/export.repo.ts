import type { AgentId, EntId, ExportId } from '@ruwu/contract'
import { EXPORT_TEXTS, type ExportRights } from '@ruwu/domain'
import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  or,
  isNull,
  lte,
  ne,
  not,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { shownPage } from '../../db/paging.ts'
import { agent, enterprise, exportJob } from '../../db/schema/index.ts'
import { isUniqueViolation } from '../../db/violations.ts'

export type ExportRow = typeof exportJob.$inferSelect

/** Renewed while the file is written; afterwards another node takes over. */
export const LEASE_MS = 2 * 60_000

const isJob = ({ entId, id }: Pick<ExportRow, 'entId' | 'id'>) => and(eq(exportJob.entId, entId), eq(exportJob.id, id))
const isOwn = (entId: EntId, agentId: AgentId) => and(eq(exportJob.entId, entId), eq(exportJob.agentId, agentId))

/** Locks the agent's row, so that two concurrent requests cannot exceed the limit. */
export async function countUnderWay(db: Queryable, entId: EntId, agentId: AgentId, now: Date): Promise<number> {
  await db
    .select({ id: agent.id })
    .from(agent)
    .where(and(eq(agent.entId, entId), eq(agent.id, agentId)))
    .for('no key update')
  const [row] = await db
    .select({ jobs: count() })
    .from(exportJob)
    .where(and(isOwn(entId, agentId), inArray(exportJob.status, ['waiting', 'running']), gt(exportJob.expireAt, now)))
  return row?.jobs ?? 0
}

export async function insertExport(db: Queryable, row: typeof exportJob.$inferInsert): Promise<void> {
  await db.insert(exportJob).values(row)
}

export async function findOwnExport(
  db: Queryable,
  { entId, agentId }: { entId: EntId; agentId: AgentId },
  id: ExportId,
  now: Date,
): Promise<ExportRow | undefined> {
  const [row] = await db
    .select()
    .from(exportJob)
    .where(and(isOwn(entId, agentId), eq(exportJob.id, id), gt(exportJob.expireAt, now)))
  return row
}

/** One page of the agent's own, newest first; a page beyond the end answers the last one. */
export async function pageExports(
  db: Queryable,
  { entId, agentId }: { entId: EntId; agentId: AgentId },
  { page, pageSize }: { page: number; pageSize: number },
  now: Date,
) {
  const where = and(isOwn(entId, agentId), gt(exportJob.expireAt, now))
  const [counted] = await db.select({ total: count() }).from(exportJob).where(where)
  const total = counted?.total ?? 0
  const shown = shownPage(total, { page, pageSize })
  const rows = await db
    .select({ ...getTableColumns(exportJob), agentName: agent.name })
    .from(exportJob)
    .innerJoin(agent, and(eq(agent.entId, exportJob.entId), eq(agent.id, exportJob.agentId)))
    .where(where)
    .orderBy(desc(exportJob.id))
    .limit(pageSize)
    .offset((shown - 1) * pageSize)
  return { rows, total, page: shown }
}

/** A failed export waits again, as one that was asked for now; false when it has not failed. */
export async function restartExport(
  db: Queryable,
  row: ExportRow,
  { now, expireAt }: { now: Date; expireAt: Date },
): Promise<boolean> {
  const { rowCount } = await db
    .update(exportJob)
    .set({ status: 'waiting', error: '', rows: 0, total: null, tries: 0, dueAt: now, askedAt: now, expireAt })
    .where(and(isJob(row), eq(exportJob.status, 'failed')))
  return rowCount === 1
}

const isSuspended = (entId: SQL) =>
  sql`exists (select from ${enterprise} where ${enterprise.id} = ${entId} and ${enterprise.suspendedAt} is not null)`

/**
 * Leases the next due export to this node, as a new run. One at a time per enterprise, and enterprises take turns: the one whose
 * latest run is longest ago comes first. Those of a suspended one wait. Two nodes may choose the same enterprise: the second finds it
 * `taken`.
 */
export async function claimExport(db: Queryable, now: Date): Promise<ExportRow | 'taken' | undefined> {
  const due = sql`select e.ctid from export_job e where e.due_at <= ${now} and e.expire_at > ${now}
    and not exists (select 1 from export_job r where r.ent_id = e.ent_id and r.status = 'running' and r.id <> e.id)
    and not ${isSuspended(sql`e.ent_id`)}
    order by (select max(s.begun_at) from export_job s where s.ent_id = e.ent_id) nulls first, e.due_at
    limit 1 for update skip locked`
  return claim(db, due, now).catch((error: unknown) => {
    if (isUniqueViolation(error, 'export_job_running')) return 'taken' as const
    throw error
  })
}

async function claim(db: Queryable, due: SQL, now: Date): Promise<ExportRow | undefined> {
  const [row] = await db
    .update(exportJob)
    .set({
      status: 'running',
      rows: 0,
      total: null,
      run: sql`${exportJob.run} + 1`,
      tries: sql`${exportJob.tries} + 1`,
      dueAt: leaseEnd(now),
      begunAt: now,
    })
    .where(sql`${exportJob}.ctid = (${due})`)
    .returning()
  return row
}

const leaseEnd = (now: Date) => new Date(now.getTime() + LEASE_MS)

const isThisRun = (row: ExportRow) => and(isJob(row), eq(exportJob.status, 'running'), eq(exportJob.run, row.run))

/** Records the progress and renews the lease; false when another run has taken over, or the export was cancelled or its enterprise suspended. */
export async function renewExport(
  db: Queryable,
  row: ExportRow,
  progress: { rows: number; total: number | null },
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db
    .update(exportJob)
    .set({ ...progress, dueAt: leaseEnd(now) })
    .where(and(isThisRun(row), not(isSuspended(sql`${exportJob.entId}`))))
  return rowCount === 1
}

type End = { status: 'done'; rows: number; bytes: number; rights: ExportRights } | { status: 'failed'; error: string }

/** False when another run holds the lease, or the row is no longer listed: the export was cancelled or has expired. */
export async function endExport(db: Queryable, row: ExportRow, end: End, now: Date): Promise<boolean> {
  const { rowCount } = await db
    .update(exportJob)
    .set({ ...end, dueAt: null })
    .where(and(isThisRun(row), gt(exportJob.expireAt, now)))
  return rowCount === 1
}

export async function postponeExport(db: Queryable, row: ExportRow, to: { dueAt: Date; tries: number }): Promise<void> {
  await db
    .update(exportJob)
    .set({ status: 'waiting', ...to })
    .where(isThisRun(row))
}

/** Expired ones that no node runs. */
export const listExpired = (db: Queryable, now: Date, limit: number): Promise<ExportRow[]> =>
  db
    .select()
    .from(exportJob)
    .where(and(lte(exportJob.expireAt, now), or(isNull(exportJob.dueAt), lte(exportJob.dueAt, now))))
    .limit(limit)

const hasKeyword = sql`${exportJob.request} -> 'filters' ? 'keyword'`

/**
 * Exports whose file may contain rows of a customer erased at `until`, or whose keyword filter may be the customer's name.
 * Audit rows are erased some seconds after the request, so exports created within the next minute are included.
 */
function mayHoldErased(entId: EntId, until: Date) {
  const last = new Date(until.getTime() + 60_000)
  return and(
    eq(exportJob.entId, entId),
    exportJob.hasCustomers,
    or(
      and(lte(exportJob.askedAt, last), ne(exportJob.status, 'failed')),
      and(lte(exportJob.createdAt, last), hasKeyword),
    ),
  )
}

export const listToErase = (db: Queryable, entId: EntId, until: Date): Promise<ExportRow[]> =>
  db.select().from(exportJob).where(mayHoldErased(entId, until))

/** Locks it, so that no run ends meanwhile; undefined when there is nothing to erase any more. */
export async function lockToErase(
  db: Queryable,
  { entId, id }: ExportRow,
  until: Date,
): Promise<ExportRow | undefined> {
  const where = and(eq(exportJob.id, id), mayHoldErased(entId, until))
  const [row] = await db.select().from(exportJob).where(where).for('update')
  return row
}

/** The record stays with its reason. */
export async function eraseExport(db: Queryable, row: ExportRow): Promise<void> {
  const { erased, erasedWithKeyword, keywordErased } = EXPORT_TEXTS
  await db
    .update(exportJob)
    .set({
      status: 'failed',
      error: sql`case when ${hasKeyword} then ${erasedWithKeyword} else ${erased} end`,
      filterText: sql`case when ${hasKeyword} then ${keywordErased} else ${exportJob.filterText} end`,
      request: sql`${exportJob.request} #- '{filters,keyword}'`,
      bytes: null,
      dueAt: null,
    })
    .where(isJob(row))
}

/** Of an enterprise that is closed: all of them are removed by the next run of the expiry. */
export async function expireAll(db: Queryable, entId: EntId): Promise<void> {
  await db
    .update(exportJob)
    .set({ expireAt: sql`${exportJob.createdAt}` })
    .where(eq(exportJob.entId, entId))
}

export async function deleteExport(db: Queryable, row: ExportRow): Promise<void> {
  await db.delete(exportJob).where(isJob(row))
}
