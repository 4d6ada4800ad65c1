import type { CustomerField, CustomerId, EntId, ListedFields } from '@ruwu/contract'
import { showsInList } from '@ruwu/domain'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { listFields } from '../customer/customer-setting.repo.ts'
import { toField } from '../customer/customer-setting.view.ts'
import { maskFor, shownFields } from '../customer/customer.view.ts'
import { visibleTo } from '../customer/visibility.repo.ts'
import type { Queryable } from '../db/database.ts'
import { customer } from '../db/schema/index.ts'
import type { Caller } from '../platform/http/caller.ts'

/** The fields that the list shows, in their order. */
export const readFieldsInList = async (db: Queryable, entId: EntId): Promise<CustomerField[]> =>
  (await listFields(db, entId)).map(toField).filter(showsInList)

/** Their values, masked for the caller; customers that the caller may not see are left out. */
export async function readListedFields(
  db: Queryable,
  caller: Caller,
  ids: readonly CustomerId[],
): Promise<ListedFields[]> {
  const fields = await readFieldsInList(db, caller.entId)
  if (fields.length === 0) return []
  const isOne = and(eq(customer.entId, caller.entId), inArray(customer.id, [...ids]), isNull(customer.erasedAt))
  const rows = await db
    .select({ customerId: customer.id, values: customer.fields })
    .from(customer)
    .where(and(isOne, visibleTo(caller)))
  const mask = maskFor(caller)
  return rows.map(({ customerId, values }) => ({ customerId, fields: shownFields(fields, values, mask) }))
}
