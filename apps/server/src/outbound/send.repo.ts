import type { AgentId, MessageId, MessageStatus, SenderKind } from '@ruwu/contract'
import { and, eq } from 'drizzle-orm'
import type { CustomerChange } from '../customer/customer-change.ts'
import { sameMessage } from '../customer/customer-message.repo.ts'
import type { Queryable } from '../db/database.ts'
import { customerMessage, message } from '../db/schema/index.ts'

export type Stored = {
  id: MessageId
  seq: number
  status: MessageStatus
  senderKind: SenderKind
  agentId: AgentId | null
  createdAt: Date
  content: unknown
}

/** The message that was stored under this client id before: a repeated send is answered with it (idempotent). */
export async function findByChatId(db: Queryable, change: CustomerChange, chatId: string): Promise<Stored | undefined> {
  const [row] = await db
    .select({
      id: customerMessage.id,
      seq: customerMessage.seq,
      status: customerMessage.status,
      senderKind: customerMessage.senderKind,
      agentId: customerMessage.agentId,
      createdAt: message.createdAt,
      content: message.content,
    })
    .from(message)
    .innerJoin(customerMessage, sameMessage)
    .where(
      and(
        eq(message.entId, change.customer.entId),
        eq(message.topicId, change.customer.id),
        eq(message.chatId, chatId),
      ),
    )
  return row && { ...row, status: row.status as MessageStatus }
}
