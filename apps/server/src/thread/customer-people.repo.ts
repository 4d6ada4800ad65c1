import { type AgentId, CustomerId, type EntId } from '@ruwu/contract'
import { maskContacts } from '@ruwu/domain'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { CustomerPerson } from '../chat/index.ts'
import { findWatcher, seesCustomer } from '../customer/watchers.repo.ts'
import type { Queryable } from '../db/database.ts'
import { customer, customerSeat } from '../db/schema/index.ts'

/** The customers among these ids that the agent may see, by names the agent may read. */
export async function findCustomerPeople(
  db: Queryable,
  { entId, agentId }: { entId: EntId; agentId: AgentId },
  ids: readonly string[],
): Promise<CustomerPerson[]> {
  const wanted = ids.flatMap((id) => CustomerId.safeParse(id).data ?? [])
  const watcher = wanted.length > 0 ? await findWatcher(db, entId, agentId) : undefined
  if (!watcher?.sees) return []
  const rows = await db
    .select({
      id: customer.id,
      name: customer.name,
      avatar: customer.avatar,
      source: customer.source,
      agentId: customer.agentId,
      relationId: customer.relationId,
      createdAt: customer.createdAt,
      updatedAt: customer.updatedAt,
      isStar: customerSeat.isStar,
    })
    .from(customer)
    .leftJoin(
      customerSeat,
      and(
        eq(customerSeat.entId, customer.entId),
        eq(customerSeat.agentId, agentId),
        eq(customerSeat.customerId, customer.id),
      ),
    )
    .where(and(eq(customer.entId, entId), inArray(customer.id, wanted), isNull(customer.erasedAt)))
  const { mask } = watcher
  return rows
    .filter((row) => seesCustomer(watcher, row))
    .map(({ id, name, avatar, source, isStar, createdAt, updatedAt }) => ({
      id,
      name: mask === null ? name : maskContacts(name, mask),
      avatar,
      source,
      isStar: isStar ?? false,
      createdAt,
      updatedAt,
    }))
}
