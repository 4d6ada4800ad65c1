import { ERASED_NAME, NOT_POSTPONED } from '@ruwu/domain'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { customer, lead, session } from '../db/schema/index.ts'
import type { CustomerRow } from './customer-change.ts'

/**
 * Within the transaction that holds the customer's lock: the row loses the person and its platform id, so that the next message of the
 * person makes a new customer. It stays for figures, and with its counters of quotas.
 */
export async function emptyCustomer(
  db: Queryable,
  { entId, id: customerId }: Pick<CustomerRow, 'entId' | 'id'>,
  now: Date,
): Promise<void> {
  await db
    .update(session)
    .set({ endAt: sql`coalesce(${session.lastMessageAt}, ${session.startAt})` })
    .where(and(eq(session.entId, entId), eq(session.customerId, customerId), isNull(session.endAt)))
  // The job deletes them: until then no list, count or search has a rejected contact, and it is no duplicate.
  await db
    .update(lead)
    .set({ state: 'rejected', dupOf: null })
    .where(and(eq(lead.entId, entId), eq(lead.customerId, customerId)))
  await db
    .update(customer)
    .set({
      platformUserId: `erased:${customerId}`,
      conversationKey: '',
      name: ERASED_NAME,
      avatar: '',
      remark: '',
      city: '',
      country: '',
      entry: null,
      isBlocked: false,
      stageId: null,
      fields: {},
      tagIds: [],
      leadStatus: null,
      agentId: null,
      agentSince: null,
      receptionType: 'manual',
      receptionEpoch: sql`${customer.receptionEpoch} + 1`,
      aiOffReason: 'agent_toggle',
      autoEnableAt: null,
      archive: true,
      waitingSince: null,
      handoffAt: null,
      ...NOT_POSTPONED,
      sessionId: null,
      lastMessage: null,
      lastInboundTicket: null,
      enterTicket: null,
      skipAgentId: null,
      version: sql`${customer.version} + 1`,
      updatedAt: now,
      erasedAt: now,
    })
    .where(and(eq(customer.entId, entId), eq(customer.id, customerId)))
}
