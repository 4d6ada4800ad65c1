import type { CustomerId, EntId, SessionId } from '@ruwu/contract'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { aiMemory } from '../../db/schema/index.ts'
import type { Memory } from '../../engine/index.ts'

type Key = { entId: EntId; customerId: CustomerId }
type MemoryRow = typeof aiMemory.$inferSelect

/** The AI's memory of a customer, and the count of answers per day. */
export type StoredMemory = { memory: Memory; answersOn(day: string): number }

const isMemory = ({ entId, customerId }: Key) => and(eq(aiMemory.entId, entId), eq(aiMemory.customerId, customerId))

/** Counters of a session restart with the next one. */
export async function readMemory(db: Queryable, key: Key, sessionId: SessionId | null): Promise<StoredMemory> {
  const [row] = await db.select().from(aiMemory).where(isMemory(key))
  return { memory: toMemory(row, sessionId), answersOn: (day) => (row?.day === day ? row.dayAnswers : 0) }
}

function toMemory(row: MemoryRow | undefined, sessionId: SessionId | null): Memory {
  const { collected = {}, isGoalReached = false } = row ?? {}
  if (!row || row.sessionId !== sessionId)
    return { asked: {}, collected, misses: 0, answers: 0, isGoalReached, offer: null }
  const { asked, misses, answers, offer } = row
  return { asked, collected, misses, answers, isGoalReached, offer }
}

/** Stores the memory after a turn; a given `day` counts one more answer of that day. */
export async function saveMemory(
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

/** Number of consecutive undelivered messages, this one included. */
export async function incrementFailures(db: Queryable, key: Key): Promise<number> {
  const [row] = await db
    .update(aiMemory)
    .set({ failures: sql`${aiMemory.failures} + 1` })
    .where(isMemory(key))
    .returning({ failures: aiMemory.failures })
  return row?.failures ?? 0
}

/** Starts a new conversation after this seq (转人工). */
export async function setBoundary(db: Queryable, key: Key, boundarySeq: number, now: Date): Promise<void> {
  await db
    .insert(aiMemory)
    .values({ ...key, boundarySeq, updatedAt: now })
    .onConflictDoUpdate({ target: [aiMemory.entId, aiMemory.customerId], set: { boundarySeq, misses: 0, failures: 0 } })
}

export async function resetFailures(db: Queryable, key: Key): Promise<void> {
  await db
    .update(aiMemory)
    .set({ failures: 0 })
    .where(and(isMemory(key), gt(aiMemory.failures, 0)))
}
