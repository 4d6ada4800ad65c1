import type { AgentId, EntId, ExportId } from '@ruwu/contract'
import { and, count, desc, eq, getTableColumns, gt, inArray, or, isNull, lte, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { agent, exportJob } from '../../db/schema/index.ts'

export type ExportRow = typeof exportJob.$inferSelect

/** Renewed while rows are read; afterwards another node takes over. */
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
  const shown = Math.min(page, Math.max(1, Math.ceil(total / pageSize)))
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

/** A failed export waits again; false when it has not failed. */
export async function restartExport(db: Queryable, row: ExportRow, now: Date): Promise<boolean> {
  const { rowCount } = await db
    .update(exportJob)
    .set({ status: 'waiting', error: '', rows: 0, total: null, tries: 0, dueAt: now })
    .where(and(isJob(row), eq(exportJob.status, 'failed')))
  return rowCount === 1
}

/** Leases the next due export to this node, as a new run. */
export async function claimExport(db: Queryable, now: Date): Promise<ExportRow | undefined> {
  const due = sql`select e.ctid from export_job e where e.due_at <= ${now} and e.expire_at > ${now}
    order by e.due_at limit 1 for update skip locked`
  const [row] = await db
    .update(exportJob)
    .set({
      status: 'running',
      rows: 0,
      total: null,
      run: sql`${exportJob.run} + 1`,
      tries: sql`${exportJob.tries} + 1`,
      dueAt: leaseEnd(now),
    })
    .where(sql`${exportJob}.ctid = (${due})`)
    .returning()
  return row
}

const leaseEnd = (now: Date) => new Date(now.getTime() + LEASE_MS)

const isThisRun = (row: ExportRow) => and(isJob(row), eq(exportJob.status, 'running'), eq(exportJob.run, row.run))

/** Records the progress and renews the lease; false when another run has taken over or the row is gone. */
export async function renewExport(
  db: Queryable,
  row: ExportRow,
  progress: { rows: number; total: number },
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db
    .update(exportJob)
    .set({ ...progress, dueAt: leaseEnd(now) })
    .where(isThisRun(row))
  return rowCount === 1
}

type End = { status: 'done'; rows: number; bytes: number } | { status: 'failed'; error: string }

/** False when another run has taken over or the row is gone. */
export async function endExport(db: Queryable, row: ExportRow, end: End): Promise<boolean> {
  const { rowCount } = await db
    .update(exportJob)
    .set({ ...end, dueAt: null })
    .where(isThisRun(row))
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
