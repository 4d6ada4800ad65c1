import type { SenderKind } from '@ruwu/contract'
import { isContactRequest } from '@ruwu/domain'
import { and, desc, eq, lt, ne, or, type SQL } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { customerMessage, message } from '../db/schema/index.ts'
import type { CustomerRow } from './customer-change.ts'
import { sameMessage } from './customer-message.repo.ts'

/** Our messages that are read for an earlier request when the newest one did not reach the customer. */
const MESSAGES_MAX = 50

/** Our newest message that asks for the contact and may have reached the customer; `contact_asked_seq` tells where it may be. */
export async function findContactRequest(
  db: Queryable,
  { entId, id, contactAskedSeq }: Pick<CustomerRow, 'entId' | 'id' | 'contactAskedSeq'>,
): Promise<{ seq: number; senderKind: SenderKind } | undefined> {
  if (contactAskedSeq === 0) return undefined
  const read = (range: SQL, limit: number) =>
    db
      .select({ seq: customerMessage.seq, senderKind: customerMessage.senderKind, content: message.content })
      .from(customerMessage)
      .innerJoin(message, sameMessage)
      .where(
        and(
          eq(customerMessage.entId, entId),
          eq(customerMessage.customerId, id),
          range,
          ne(customerMessage.senderKind, 'customer'),
          // Failed with an unknown outcome: the customer may have read it.
          or(ne(customerMessage.status, 2), eq(customerMessage.failKind, 'outcome_unknown')),
          eq(message.isRecalled, false),
        ),
      )
      .orderBy(desc(customerMessage.seq))
      .limit(limit)
  // Nearly always the newest one decides.
  const [newest] = await read(eq(customerMessage.seq, contactAskedSeq), 1)
  if (newest) return newest
  const earlier = await read(lt(customerMessage.seq, contactAskedSeq), MESSAGES_MAX)
  return earlier.find(({ content }) => isContactRequest(content))
}
