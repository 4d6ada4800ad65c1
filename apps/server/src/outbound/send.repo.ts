import type { AgentId, MessageId, MessageStatus, SenderKind } from '@ruwu/contract'
import { and, eq, type SQL } from 'drizzle-orm'
import type { CustomerChange } from '../customer/customer-change.ts'
import { sameMessage } from '../customer/customer-message.repo.ts'
import type { Queryable } from '../db/database.ts'
import { customerMessage, message } from '../db/schema/index.ts'

export type Stored = {
  id: MessageId
  chatId: string
  seq: number
  status: MessageStatus
  senderKind: SenderKind
  agentId: AgentId | null
  createdAt: Date
  content: unknown
}

/** The message that was stored under this client id before: a repeated send is answered with it (idempotent). */
export async function findByChatId(db: Queryable, change: CustomerChange, chatId: string): Promise<Stored | undefined> {
  return find(db, change, eq(message.chatId, chatId))
}

export const findById = (db: Queryable, change: CustomerChange, id: MessageId): Promise<Stored | undefined> =>
  find(db, change, eq(customerMessage.id, id))

async function find(db: Queryable, { customer }: CustomerChange, isWanted: SQL): Promise<Stored | undefined> {
  const [row] = await db
    .select({
      id: customerMessage.id,
      chatId: message.chatId,
      seq: customerMessage.seq,
      status: customerMessage.status,
      senderKind: customerMessage.senderKind,
      agentId: customerMessage.agentId,
      createdAt: message.createdAt,
      content: message.content,
    })
    .from(message)
    .innerJoin(customerMessage, sameMessage)
    .where(and(eq(message.entId, customer.entId), eq(message.topicId, customer.id), isWanted))
  return row && { ...row, status: row.status as MessageStatus }
}
