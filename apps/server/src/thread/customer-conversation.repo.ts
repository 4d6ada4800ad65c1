import type { AgentId, Content, CustomerId, CustomerItem, EntId } from '@ruwu/contract'
import type { ContactMask } from '@ruwu/domain'
import { and, eq } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { customer, message } from '../db/schema/index.ts'
import { readItem } from '../customer/customer-item.repo.ts'
import { maskContent } from '../customer/message.view.ts'
import { findWatcher, maySeeCustomer } from '../customer/watchers.repo.ts'

/** A customer's thread as a conversation of one agent. */
export type CustomerConversation = {
  item: CustomerItem
  /** The newest readable message. */
  last: { seq: number; senderId: string; content: Content; createdAt: Date } | undefined
}

/** Undefined: the agent may not see the customer, or there is none. */
export async function findCustomerConversation(
  db: Queryable,
  { entId, agentId }: { entId: EntId; agentId: AgentId },
  id: CustomerId,
): Promise<CustomerConversation | undefined> {
  if (!(await maySeeCustomer(db, entId, agentId, id))) return undefined
  const mask = await readMask(db, entId, agentId)
  const permissions = new Set(mask === null ? ['customer:viewSensitive' as const] : [])
  const item = await readItem(db, { entId, agentId, permissions, masksPhones: mask === 'contacts' }, id)
  const [last] = await db
    .select({
      seq: message.seq,
      senderId: message.senderId,
      content: message.content,
      createdAt: message.createdAt,
    })
    .from(customer)
    .innerJoin(
      message,
      and(
        eq(message.entId, customer.entId),
        eq(message.topicId, customer.id),
        eq(message.seq, customer.lastMessageSeq),
      ),
    )
    .where(and(eq(customer.entId, entId), eq(customer.id, id)))
  return { item, last: last && { ...last, content: maskContent(last.content, mask) } }
}

/** What is masked in texts for this agent; everything for an unknown one. */
export async function readMask(db: Queryable, entId: EntId, agentId: AgentId): Promise<ContactMask | null> {
  const watcher = await findWatcher(db, entId, agentId)
  return watcher ? watcher.mask : 'contacts'
}
