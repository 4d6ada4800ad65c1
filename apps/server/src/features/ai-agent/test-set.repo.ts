import type { AiTestId } from '@ruwu/contract'
import { and, asc, count, eq, inArray } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { aiTest } from '../../db/schema/index.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { AiAgentKey } from './ai-agent.repo.ts'

export type AiTestRow = typeof aiTest.$inferSelect

const isInTestSet = ({ entId, relationId }: AiAgentKey) =>
  and(eq(aiTest.entId, entId), eq(aiTest.relationId, relationId))
const isTest = (key: AiAgentKey, id: AiTestId) => and(isInTestSet(key), eq(aiTest.id, id))

/** By creation time; with `ids` only these. */
export function listTests(db: Queryable, key: AiAgentKey, ids?: readonly AiTestId[]): Promise<AiTestRow[]> {
  return db
    .select()
    .from(aiTest)
    .where(and(isInTestSet(key), ids && inArray(aiTest.id, [...ids])))
    .orderBy(asc(aiTest.createdAt), asc(aiTest.id))
}

export async function countTests(db: Queryable, key: AiAgentKey): Promise<number> {
  const [row] = await db.select({ tests: count() }).from(aiTest).where(isInTestSet(key))
  return row?.tests ?? 0
}

export async function insertTest(db: Queryable, row: typeof aiTest.$inferInsert): Promise<AiTestRow> {
  const [inserted] = await db.insert(aiTest).values(row).returning()
  if (!inserted) throw new Error('the test question was not inserted')
  return inserted
}

export async function changeTest(
  db: Queryable,
  key: AiAgentKey,
  id: AiTestId,
  change: Partial<typeof aiTest.$inferInsert>,
): Promise<AiTestRow> {
  const [row] = await db.update(aiTest).set(change).where(isTest(key, id)).returning()
  if (!row) throw new NotFoundError('测试问题')
  return row
}

export type Outcome = Pick<AiTestRow, 'lastPass' | 'lastAnswer' | 'missing' | 'lastRunAt'>

/** No effect when the question was edited or deleted while it ran. */
export async function saveOutcome(db: Queryable, tried: AiTestRow, outcome: Outcome): Promise<void> {
  await db
    .update(aiTest)
    .set(outcome)
    .where(and(isTest(tried, tried.id), eq(aiTest.question, tried.question), eq(aiTest.points, tried.points)))
}

export async function deleteTest(db: Queryable, key: AiAgentKey, id: AiTestId): Promise<void> {
  const [row] = await db.delete(aiTest).where(isTest(key, id)).returning({ id: aiTest.id })
  if (!row) throw new NotFoundError('测试问题')
}
