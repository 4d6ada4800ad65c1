import type { CustomerId, EntId, SessionId } from '@ruwu/contract'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { aiMemory } from '../../db/schema/index.ts'
import type { Memory } from '../../engine/index.ts'

type Key = { entId: EntId; customerId: CustomerId }
type MemoryRow = typeof aiMemory.$inferSelect

/** What is kept in mind of a customer, and how often they were answered on a day. */
export type Kept = { memory: Memory; answersOn(day: string): number }

const isOf = ({ entId, customerId }: Key) => and(eq(aiMemory.entId, entId), eq(aiMemory.customerId, customerId))

/** What is counted within a session begins anew with another one. */
export async function readMemory(db: Queryable, key: Key, sessionId: SessionId | null): Promise<Kept> {
  const [row] = await db.select().from(aiMemory).where(isOf(key))
  return { memory: toMemory(row, sessionId), answersOn: (day) => (row?.day === day ? row.dayAnswers : 0) }
}

function toMemory(row: MemoryRow | undefined, sessionId: SessionId | null): Memory {
  const { collected = {}, isGoalReached = false } = row ?? {}
  if (!row || row.sessionId !== sessionId) return { asked: {}, collected, misses: 0, answers: 0, isGoalReached }
  return { asked: row.asked, collected, misses: row.misses, answers: row.answers, isGoalReached }
}

/** What the AI keeps in mind after a turn; `day` where it was an answer. */
export async function keepMemory(
  db: Queryable,
  key: Key,
  { memory, sessionId, day }: { memory: Memory; sessionId: SessionId | null; day: string | null },
  now: Date,
): Promise<void> {
  const kept = { ...memory, sessionId, updatedAt: now }
  const counted = day && {
    day,
    dayAnswers: sql<number>`case when ${aiMemory.day} = ${day}::date then ${aiMemory.dayAnswers} + 1 else 1 end`,
  }
  await db
    .insert(aiMemory)
    .values({ ...key, ...kept, ...(day && { day, dayAnswers: 1 }) })
    .onConflictDoUpdate({ target: [aiMemory.entId, aiMemory.customerId], set: { ...kept, ...counted } })
}

/** How many messages in a row did not arrive, with this one. */
export async function countFailure(db: Queryable, key: Key): Promise<number> {
  const [row] = await db
    .update(aiMemory)
    .set({ failures: sql`${aiMemory.failures} + 1` })
    .where(isOf(key))
    .returning({ failures: aiMemory.failures })
  return row?.failures ?? 0
}

export async function forgetFailures(db: Queryable, key: Key): Promise<void> {
  await db
    .update(aiMemory)
    .set({ failures: 0 })
    .where(and(isOf(key), gt(aiMemory.failures, 0)))
}
