import type { Queryable } from '../db/database.ts'
import { searchPending } from '../db/schema/index.ts'
import type { OutgoingKey } from '../outbound/delivery-status.repo.ts'

/** A stored message says something else now, or nothing: search learns of it. New messages are told of as they are written. */
export async function askReindex(db: Queryable, { entId, customerId, seq }: OutgoingKey): Promise<void> {
  await db.insert(searchPending).values({ entId, customerId, seq })
}
