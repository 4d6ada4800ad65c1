import { inArray } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { searchPending } from '../db/schema/index.ts'
import type { OutgoingKey } from '../outbound/delivery-status.repo.ts'

/** A stored message says something else now, or nothing: search learns of it. New messages are told of as they are written. */
export async function askReindex(db: Queryable, { entId, customerId, seq }: OutgoingKey): Promise<void> {
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
