import type { CustomerId } from '@ruwu/contract'
import type { Transaction } from '../db/database.ts'
import { type CustomerChange, startChange } from './customer-change.ts'

/** The newest change of each customer that a transaction has written. */
const written = new WeakMap<Transaction, Map<CustomerId, CustomerChange>>()

export function noteWritten(tx: Transaction, changes: readonly CustomerChange[]): void {
  const known = written.get(tx) ?? new Map<CustomerId, CustomerChange>()
  for (const each of changes) known.set(each.customer.id, each)
  written.set(tx, known)
}

/**
 * The next change of a customer that this transaction holds, as `CustomerWriter` last wrote it, without reading it again. `held` is
 * unchanged or committed, and nothing else in the transaction writes the customer, its session or its turn.
 */
export function continueChange(tx: Transaction, held: CustomerChange): CustomerChange {
  const { customer: row, session, turn } = written.get(tx)?.get(held.customer.id) ?? held
  return startChange(row, { ...(session ? { session } : {}), ...(turn ? { turn } : {}) })
}
