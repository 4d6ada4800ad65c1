import { and, desc, eq, gte } from 'drizzle-orm'
import type { CustomerChange, CustomerRow } from '../../../customer/customer-change.ts'
import { sameMessage } from '../../../customer/customer-message.repo.ts'
import type { Queryable } from '../../../db/database.ts'
import { customer, customerMessage, message, session, turn } from '../../../db/schema/index.ts'
import type { Claim } from './follow-up.repo.ts'

/** A customer with the open session. */
export type CustomerSession = Pick<CustomerChange, 'customer' | 'session'>

/** Reads without a lock. */
export async function findCustomerSession(
  db: Queryable,
  { entId, customerId }: Claim,
): Promise<CustomerSession | undefined> {
  const [found] = await db
    .select({ customer, session })
    .from(customer)
    .leftJoin(session, and(eq(session.entId, customer.entId), eq(session.id, customer.sessionId)))
    .where(and(eq(customer.entId, entId), eq(customer.id, customerId)))
  return found && { customer: found.customer, session: found.session ?? undefined }
}

/** Texts of the customer in the last turn, before our last reply. */
export async function readLastInboundText(db: Queryable, { entId, id, sessionId }: CustomerRow): Promise<string> {
  if (sessionId === null) return ''
  const [last] = await db
    .select({ startSeq: turn.startSeq })
    .from(turn)
    .where(and(eq(turn.entId, entId), eq(turn.sessionId, sessionId)))
    .orderBy(desc(turn.no))
    .limit(1)
  if (!last) return ''
  const rows = await db
    .select({ content: message.content })
    .from(customerMessage)
    .innerJoin(message, sameMessage)
    .where(
      and(
        eq(customerMessage.entId, entId),
        eq(customerMessage.customerId, id),
        gte(customerMessage.seq, last.startSeq),
        eq(customerMessage.senderKind, 'customer'),
      ),
    )
  return rows.flatMap(({ content }) => (content.type === 'text' ? [content.text ?? ''] : [])).join('\n')
}
