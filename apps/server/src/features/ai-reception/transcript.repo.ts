import type { Content, CustomerId, EntId } from '@ruwu/contract'
import type { AiTurn } from '@ruwu/domain'
import { and, desc, eq, inArray, isNotNull, lte, or } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { automationLog, customerMessage, message } from '../../db/schema/index.ts'
import { sameMessage } from '../../customer/index.ts'

/** Something said in a thread, with its number. */
export type Said = AiTurn & {
  seq: number
  /** Where its picture lies, if it is one. */
  picture: string | null
}

const SPEAKERS = ['customer', 'ai', 'human'] as const
const FAILED = 2
/** As far back as anything is looked at: the longest context there is, and what came before it. */
const MOST_SAID = 200
/** As long as anything we send; nobody is understood better for what follows, and reading it takes time. */
const MOST_CHARS = 1_000

/** 沉默跟进 is the AI's too; what rules and workflows send beside it is no part of the talk. */
const isFollowUp = and(
  eq(customerMessage.senderKind, 'flow'),
  eq(automationLog.entId, customerMessage.entId),
  eq(automationLog.messageId, customerMessage.id),
  eq(automationLog.type, 'followUp'),
)

/** What was said last, the oldest first: what did not arrive, notes and what was taken back left out. */
export async function readSaid(db: Queryable, entId: EntId, customerId: CustomerId, upTo: number): Promise<Said[]> {
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
    .leftJoin(automationLog, isFollowUp)
    .where(
      and(
        eq(customerMessage.entId, entId),
        eq(customerMessage.customerId, customerId),
        lte(customerMessage.seq, upTo),
        or(inArray(customerMessage.senderKind, [...SPEAKERS]), isNotNull(automationLog.id)),
        eq(message.isReadable, true),
        eq(message.isRecalled, false),
      ),
    )
    .orderBy(desc(customerMessage.seq))
    .limit(MOST_SAID)
  return rows
    .filter((row) => row.status !== FAILED)
    .map(({ seq, who, content, at }) => ({
      seq,
      who: who === 'flow' ? 'ai' : (who as AiTurn['who']),
      text: wordsIn(content).slice(0, MOST_CHARS).toWellFormed(),
      hasImage: content.type === 'image',
      picture: content.type === 'image' ? (content.text ?? null) : null,
      at,
    }))
    .toReversed()
}

/** A picture says nothing in words; of a card there is what stands for it. */
function wordsIn({ type, text, placeholder }: Content): string {
  if (type === 'text') return text ?? ''
  return typeof placeholder === 'string' ? placeholder : ''
}
