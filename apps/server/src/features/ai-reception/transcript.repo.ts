import type { Content, CustomerId, EntId } from '@ruwu/contract'
import { type AiTurn, excerptOf } from '@ruwu/domain'
import { and, desc, eq, inArray, isNotNull, lte, or } from 'drizzle-orm'
import { sameMessage } from '../../customer/customer-message.repo.ts'
import type { Queryable } from '../../db/database.ts'
import { automationLog, customerMessage, message } from '../../db/schema/index.ts'

/** A message of the thread as the engine reads it. */
export type TranscriptMessage = AiTurn & {
  seq: number
  /** Attachment URL of an image message. */
  picture: string | null
}

const SENDER_KINDS = ['customer', 'ai', 'human'] as const
const FAILED = 2
/** The longest context plus the messages that are summarised before it. */
const MAX_MESSAGES = 200
/** Texts are cut here: longer ones cost engine time without improving the decision. */
const MAX_CHARS = 1_000

/** What follow-ups (沉默跟进), rules and workflows said counts as the AI's; other automatic messages are not part of the transcript. */
const isTold = and(
  eq(customerMessage.senderKind, 'flow'),
  eq(automationLog.entId, customerMessage.entId),
  eq(automationLog.messageId, customerMessage.id),
  inArray(automationLog.type, ['followUp', 'rule', 'flow']),
)

/** The last messages up to a seq, oldest first, without failed, recalled and system messages and notes. */
export async function readTranscript(
  db: Queryable,
  entId: EntId,
  customerId: CustomerId,
  upTo: number,
): Promise<TranscriptMessage[]> {
  const rows = await db
    .select({
      seq: customerMessage.seq,
      who: customerMessage.senderKind,
      status: customerMessage.status,
      content: message.content,
      at: message.createdAt,
    })
    .from(customerMessage)
    .innerJoin(message, sameMessage)
    .leftJoin(automationLog, isTold)
    .where(
      and(
        eq(customerMessage.entId, entId),
        eq(customerMessage.customerId, customerId),
        lte(customerMessage.seq, upTo),
        or(inArray(customerMessage.senderKind, [...SENDER_KINDS]), isNotNull(automationLog.id)),
        eq(message.isReadable, true),
        eq(message.isRecalled, false),
      ),
    )
    .orderBy(desc(customerMessage.seq))
    .limit(MAX_MESSAGES)
  return rows
    .filter((row) => row.status !== FAILED)
    .map(({ seq, who, content, at }) => ({
      seq,
      who: who === 'flow' ? 'ai' : (who as AiTurn['who']),
      text: excerptOf(textOf(content), MAX_CHARS),
      hasImage: content.type === 'image',
      picture: content.type === 'image' ? (content.text ?? null) : null,
      at,
    }))
    .toReversed()
}

/** Text of a message, or the placeholder of a card; empty for images. */
function textOf({ type, text, placeholder }: Content): string {
  if (type === 'text') return text ?? ''
  return typeof placeholder === 'string' ? placeholder : ''
}
