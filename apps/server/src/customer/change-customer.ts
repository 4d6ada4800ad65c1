import type { CustomerId, CustomerItem } from '@ruwu/contract'
import type { Database, Transaction } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { CustomerChange } from './customer-change.ts'
import type { CustomerWriter } from './customer-writer.ts'
import { readItem } from './customer-item.repo.ts'
import { lockVisible } from './visibility.repo.ts'

export type ChangeDeps = { db: Database; writer: CustomerWriter; clock: Clock }

/** A customer change and its transaction. */
export type Changing = { tx: Transaction; change: CustomerChange; now: Date }

/** One agent's change of one customer in one transaction: lock, change, commit. Without events nothing is written. */
export function changeCustomer(
  { db, writer, clock }: ChangeDeps,
  caller: Caller,
  id: CustomerId,
  apply: (changing: Changing) => Promise<void> | void,
  lock: (tx: Transaction) => Promise<CustomerChange> = (tx) => lockVisible(tx.sql, caller, id),
): Promise<CustomerItem> {
  return db.transaction(async (tx) => {
    const now = clock.now()
    const change = await lock(tx)
    await apply({ tx, change, now })
    if (change.events.length > 0) await writer.commit(tx, [change], now)
    return readItem(tx.sql, caller, id)
  })
}
