import type { AiTestId } from '@ruwu/contract'
import { and, asc, count, eq, inArray } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { aiTest } from '../../db/schema/index.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { AiOf } from './ai-agent.repo.ts'

export type AiTestRow = typeof aiTest.$inferSelect

const areOf = ({ entId, relationId }: AiOf) => and(eq(aiTest.entId, entId), eq(aiTest.relationId, relationId))
const isTest = (of: AiOf, id: AiTestId) => and(areOf(of), eq(aiTest.id, id))

/** In the order they were made; with `ids` only these. */
export function listTests(db: Queryable, of: AiOf, ids?: readonly AiTestId[]): Promise<AiTestRow[]> {
  return db
    .select()
    .from(aiTest)
    .where(and(areOf(of), ids && inArray(aiTest.id, [...ids])))
    .orderBy(asc(aiTest.createdAt), asc(aiTest.id))
}

export async function countTests(db: Queryable, of: AiOf): Promise<number> {
  const [row] = await db.select({ tests: count() }).from(aiTest).where(areOf(of))
  return row?.tests ?? 0
}

export async function insertTest(db: Queryable, row: typeof aiTest.$inferInsert): Promise<AiTestRow> {
  const [inserted] = await db.insert(aiTest).values(row).returning()
  if (!inserted) throw new Error('the test question was not inserted')
  return inserted
}

export async function changeTest(
  db: Queryable,
  of: AiOf,
  id: AiTestId,
  change: Partial<typeof aiTest.$inferInsert>,
): Promise<AiTestRow> {
  const [row] = await db.update(aiTest).set(change).where(isTest(of, id)).returning()
  if (!row) throw new NotFoundError('测试问题')
  return row
}

export type Outcome = Pick<AiTestRow, 'lastPass' | 'lastAnswer' | 'missing' | 'lastRunAt'>

/** A question that was changed or removed meanwhile keeps no outcome of what it was. */
export async function keepOutcome(db: Queryable, tried: AiTestRow, outcome: Outcome): Promise<void> {
  await db
    .update(aiTest)
    .set(outcome)
    .where(and(isTest(tried, tried.id), eq(aiTest.question, tried.question), eq(aiTest.points, tried.points)))
}

export async function deleteTest(db: Queryable, of: AiOf, id: AiTestId): Promise<void> {
  const [row] = await db.delete(aiTest).where(isTest(of, id)).returning({ id: aiTest.id })
  if (!row) throw new NotFoundError('测试问题')
}
