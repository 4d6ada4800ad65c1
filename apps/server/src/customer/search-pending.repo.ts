import { inArray } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { searchPending } from '../db/schema/index.ts'
import type { MessageKey } from './customer-message.repo.ts'

/** The content of a stored message changed: the search index reads it again. New messages are queued as they are written. */
export async function queueReindex(db: Queryable, { entId, customerId, seq }: MessageKey): Promise<void> {
  await db.insert(searchPending).values({ entId, customerId, seq })
}

type Pending = Pick<typeof searchPending.$inferSelect, 'entId' | 'customerId' | 'seq'>

/** Removes and returns the oldest messages that wait for the search index. */
export async function takePending(db: Queryable, limit: number): Promise<Pending[]> {
  const rows = await db.select().from(searchPending).orderBy(searchPending.no).limit(limit)
  const numbers = rows.map((row) => row.no)
  if (numbers.length > 0) await db.delete(searchPending).where(inArray(searchPending.no, numbers))
  return rows
}
