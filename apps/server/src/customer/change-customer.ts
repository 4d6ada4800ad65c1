import type { AgentId, CustomerId, CustomerItem, EntId } from '@ruwu/contract'
import { and, eq } from 'drizzle-orm'
import type { Database, Queryable, Transaction } from '../db/database.ts'
import { agent } from '../db/schema/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Caller } from '../features/auth/index.ts'
import type { Case } from './customer-change.ts'
import type { Desk } from './customer-writer.ts'
import { readItem } from './customer-item.repo.ts'
import { lockVisible } from './visibility.repo.ts'

export type ChangeDeps = { db: Database; desk: Desk; clock: Clock }

/** The customer and the transaction in which they are changed. */
export type Changing = { tx: Transaction; of: Case; now: Date }

/** One agent's change of one customer: locked, changed, saved and told as one. What changes nothing tells nothing. */
export function changeCustomer(
  { db, desk, clock }: ChangeDeps,
  caller: Caller,
  id: CustomerId,
  change: (changing: Changing) => Promise<void> | void,
  lock: (db: Queryable, caller: Caller, id: CustomerId) => Promise<Case> = lockVisible,
): Promise<CustomerItem> {
  return db.transaction(async (tx) => {
    const now = clock.now()
    const of = await lock(tx.sql, caller, id)
    await change({ tx, of, now })
    if (of.events.length > 0) await desk.save(tx, [of], now)
    return readItem(tx.sql, caller, id)
  })
}

export async function nameOfAgent(db: Queryable, entId: EntId, id: AgentId): Promise<string> {
  const [row] = await db
    .select({ name: agent.name })
    .from(agent)
    .where(and(eq(agent.entId, entId), eq(agent.id, id)))
  return row?.name ?? '其他客服'
}
