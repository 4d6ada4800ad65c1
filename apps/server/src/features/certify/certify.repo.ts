import type { AgentId, CertificationId, CertifyForm, EntId } from '@ruwu/contract'
import { and, asc, desc, eq, ne } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { certification, enterprise } from '../../db/schema/index.ts'

export type CertificationRow = typeof certification.$inferSelect

/** What the enterprise submitted last. */
export async function findLatest(db: Queryable, entId: EntId): Promise<CertificationRow | undefined> {
  const [row] = await db
    .select()
    .from(certification)
    .where(eq(certification.entId, entId))
    .orderBy(desc(certification.id))
    .limit(1)
  return row
}

/** The unique index `certification_open` refuses a second one beside one that is pending or has passed. */
export async function insertCertification(
  db: Queryable,
  row: CertifyForm & { entId: EntId; id: CertificationId; submittedBy: AgentId; submittedAt: Date },
): Promise<void> {
  await db.insert(certification).values({ ...row, status: 'pending' })
}

/** Whether another enterprise is certified as this subject. */
export async function isSubjectTaken(db: Queryable, entId: EntId, creditCode: string): Promise<boolean> {
  const rows = await db
    .select({ id: certification.id })
    .from(certification)
    .where(
      and(eq(certification.creditCode, creditCode), eq(certification.status, 'passed'), ne(certification.entId, entId)),
    )
  return rows.length > 0
}

/** Of all enterprises, oldest first: for the reviewer. */
export const listPending = (db: Queryable) =>
  db
    .select({ certification, entName: enterprise.name })
    .from(certification)
    .innerJoin(enterprise, eq(enterprise.id, certification.entId))
    .where(eq(certification.status, 'pending'))
    .orderBy(asc(certification.submittedAt))

export async function findById(db: Queryable, id: CertificationId): Promise<CertificationRow | undefined> {
  const [row] = await db.select().from(certification).where(eq(certification.id, id))
  return row
}

/** Undefined when it is not pending any more; the unique index `certification_subject` refuses a subject that is taken. */
export async function decide(
  db: Queryable,
  id: CertificationId,
  verdict: { status: 'passed' | 'rejected'; reason: string },
  now: Date,
): Promise<CertificationRow | undefined> {
  const [row] = await db
    .update(certification)
    .set({ ...verdict, reviewedAt: now })
    .where(and(eq(certification.id, id), eq(certification.status, 'pending')))
    .returning()
  return row
}
