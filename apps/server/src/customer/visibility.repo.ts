import type { CustomerId } from '@ruwu/contract'
import { and, eq, gte, isNull, or, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Queryable } from '../db/database.ts'
import { customer, ownerChange } from '../db/schema/index.ts'
import { NotFoundError } from '../platform/http/errors.ts'
import type { Caller } from '../platform/http/caller.ts'
import { inScope } from './account-scope.repo.ts'
import type { CustomerChange } from './customer-change.ts'
import { lockCustomer } from './customer-change.repo.ts'
import { type CustomerOwner, seesCustomer } from './watchers.repo.ts'

/** The customer, locked. One outside the caller's scope looks absent (404, not 403). */
export async function lockVisible(db: Queryable, caller: Caller, id: CustomerId): Promise<CustomerChange> {
  const change = await lockCustomer(db, caller.entId, id)
  if (!change || !isVisible(caller, change.customer)) throw new NotFoundError('客户')
  return change
}

/**
 * The customer, locked, also if a colleague has just received it: an agent who wrote to an unassigned customer or received it a moment too late is
 * told so, and may leave the text as a note. Later the customer looks absent.
 */
export async function lockJustSeen(db: Queryable, caller: Caller, id: CustomerId, now: Date): Promise<CustomerChange> {
  const change = await lockCustomer(db, caller.entId, id)
  const isSeen = change && (isVisible(caller, change.customer) || (await wasJustSeen(db, caller, change, now)))
  if (!isSeen) throw new NotFoundError('客户')
  return change
}

/** A console that still shows the customer as unassigned has missed no more than this. */
const JUST_NOW_MS = 5 * 60_000

/** It was received while unassigned: a transfer between colleagues does not count. */
async function wasJustSeen(
  db: Queryable,
  caller: Caller,
  { customer: row }: CustomerChange,
  now: Date,
): Promise<boolean> {
  if (!isVisible(caller, { ...row, agentId: null })) return false
  const since = new Date(now.getTime() - JUST_NOW_MS)
  const [found] = await db
    .select({ id: ownerChange.id })
    .from(ownerChange)
    .where(
      and(
        eq(ownerChange.entId, row.entId),
        gte(ownerChange.at, since),
        eq(ownerChange.customerId, row.id),
        isNull(ownerChange.fromAgentId),
      ),
    )
    .limit(1)
  return found !== undefined
}

/** The same as `lockVisible` without the lock. */
export async function getVisible(db: Queryable, caller: Caller, id: CustomerId): Promise<CustomerOwner> {
  const row = await findVisible(db, caller, id)
  if (!row) throw new NotFoundError('客户')
  return row
}

export async function findVisible(
  db: Queryable,
  caller: Caller,
  id: CustomerId,
): Promise<(CustomerOwner & { name: string }) | undefined> {
  const [row] = await db
    .select({ agentId: customer.agentId, relationId: customer.relationId, name: customer.name })
    .from(customer)
    .where(and(eq(customer.entId, caller.entId), eq(customer.id, id), isNull(customer.erasedAt)))
  return row && isVisible(caller, row) ? row : undefined
}

/** The authorisation rule of `seesCustomer` for a caller. */
export const isVisible = ({ agentId, customerScope, accountScope }: Caller, row: CustomerOwner): boolean =>
  seesCustomer({ id: agentId, scope: customerScope, accounts: accountScope }, row)

/** The same rule as a SQL condition; undefined: all customers of the enterprise. */
export const visibleTo = (caller: Caller): SQL | undefined => visibleBy(caller, customer.agentId, customer.relationId)

/** The same on a table that holds owner and account of the customer. */
export function visibleBy(
  { agentId, customerScope, accountScope }: Caller,
  owner: PgColumn,
  account: PgColumn,
): SQL | undefined {
  if (customerScope === 'all' && accountScope === null) return undefined
  return or(
    eq(owner, agentId),
    and(customerScope === 'all' ? undefined : isNull(owner), inScope({ accountScope }, account)),
  )
}
