import type { CustomerId } from '@ruwu/contract'
import { and, eq, sql } from 'drizzle-orm'
import { visibleTo } from '../../customer/visibility.repo.ts'
import type { Queryable } from '../../db/database.ts'
import { customer } from '../../db/schema/index.ts'
import type { Caller } from '../../platform/http/caller.ts'

/** Those of the customers that the caller may see now. */
export async function listVisibleIds(
  db: Queryable,
  caller: Caller,
  ids: readonly CustomerId[],
): Promise<Set<CustomerId>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .select({ id: customer.id })
    .from(customer)
    .where(
      and(
        eq(customer.entId, caller.entId),
        sql`${customer.id} = any(${sql.param([...ids])}::uuid[])`,
        visibleTo(caller),
      ),
    )
  return new Set(rows.map((row) => row.id))
}
