import type { CustomerId } from '@ruwu/contract'
import { and, eq, inArray, isNull, or, type SQL } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { customer } from '../db/schema/index.ts'
import { NotFoundError } from '../platform/http/errors.ts'
import type { Caller } from '../features/auth/index.ts'
import type { Case } from './customer-change.ts'
import { lockCase } from './customer-change.repo.ts'
import { type Belonging, seesCustomer } from './watchers.repo.ts'

/** The customer, locked; whom the caller may not see looks absent. */
export async function lockVisible(db: Queryable, caller: Caller, id: CustomerId): Promise<Case> {
  const of = await lockCase(db, caller.entId, id)
  if (!of || !isVisible(caller, of.customer)) throw new NotFoundError('客户')
  return of
}

/** The same without the lock, for reading. */
export async function getVisible(db: Queryable, caller: Caller, id: CustomerId): Promise<Belonging> {
  const row = await findVisible(db, caller, id)
  if (!row) throw new NotFoundError('客户')
  return row
}

export async function findVisible(db: Queryable, caller: Caller, id: CustomerId): Promise<Belonging | undefined> {
  const [row] = await db
    .select({ agentId: customer.agentId, relationId: customer.relationId })
    .from(customer)
    .where(and(eq(customer.entId, caller.entId), eq(customer.id, id)))
  return row && isVisible(caller, row) ? row : undefined
}

/** One's own always; others as far as the data scope and the accounts go. */
export const isVisible = ({ agentId, customerScope, accountScope }: Caller, row: Belonging): boolean =>
  seesCustomer({ id: agentId, scope: customerScope, accounts: accountScope }, row)

/** The same said of rows; undefined: all of the enterprise. */
export function visibleTo({ agentId, customerScope, accountScope }: Caller): SQL | undefined {
  if (customerScope === 'all' && accountScope === null) return undefined
  return or(
    eq(customer.agentId, agentId),
    and(
      customerScope === 'all' ? undefined : isNull(customer.agentId),
      accountScope === null ? undefined : inArray(customer.relationId, [...accountScope]),
    ),
  )
}
