import { isFurther } from '@ruwu/domain'
import { and, desc, eq, getTableColumns, inArray, or, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { cardRuleLog, channelAccount, customerMessage, material, message } from '../db/schema/index.ts'
import { sameMessage, touchMessage, writeContent } from '../customer/customer-message.repo.ts'
import { writeCardSubmit } from '../customer/statistics-facts.repo.ts'
import type { BatchResult } from './inbound-batch.ts'

type CardStep = BatchResult['cards'][number]

const OURS = ['human', 'ai', 'flow'] as const

/** Raises the state (copied, submitted) on our newest message with this card. */
export async function raiseCard(db: Queryable, { change, cardId, to }: CardStep, now: Date): Promise<void> {
  const fresh = change.messages.findLast(
    ({ senderKind, content }) => OURS.some((kind) => kind === senderKind) && content.extra?.cardId === cardId,
  )
  if (fresh) {
    const { extra } = fresh.content
    if (isFurther(to, extra?.state)) fresh.content = { ...fresh.content, extra: { ...extra, state: to } }
    return
  }
  const { entId, id: customerId } = change.customer
  const [found] = await db
    .select({
      seq: customerMessage.seq,
      id: customerMessage.id,
      status: customerMessage.status,
      isRead: customerMessage.isRead,
      chatId: message.chatId,
      content: message.content,
    })
    .from(customerMessage)
    .innerJoin(message, sameMessage)
    .where(
      and(
        eq(customerMessage.entId, entId),
        eq(customerMessage.customerId, customerId),
        inArray(customerMessage.senderKind, [...OURS]),
        sql`${message.content} #>> '{extra,cardId}' = ${cardId}`,
      ),
    )
    .orderBy(desc(customerMessage.seq))
    .limit(1)
  const extra = found?.content.extra
  if (!found || !isFurther(to, extra?.state)) return
  const content = { ...found.content, extra: { ...extra, state: to } }
  const key = { entId, customerId, seq: found.seq }
  await writeContent(db, key, content, now)
  await touchMessage(db, key, now)
  change.events.push({
    type: 'message_change',
    messageId: found.id,
    chatId: found.chatId,
    status: found.status as 0 | 1 | 2,
    read: found.isRead,
    recall: false,
    content,
    operatorId: null,
  })
}

/** Our card behind the platform's id, locked until commit: of the account that sent it, else of its main account. */
export async function lockSentCard(
  db: Queryable,
  { entId, relationId }: Pick<typeof material.$inferSelect, 'entId' | 'relationId'>,
  platformId: string,
): Promise<typeof material.$inferSelect | undefined> {
  const [row] = await db
    .select(getTableColumns(material))
    .from(material)
    .innerJoin(channelAccount, and(eq(channelAccount.entId, entId), eq(channelAccount.id, relationId)))
    .where(
      and(
        eq(material.entId, entId),
        eq(material.platformId, platformId),
        or(eq(material.relationId, relationId), eq(material.relationId, channelAccount.parentId)),
      ),
    )
    .orderBy(sql`${material.relationId} = ${relationId} desc`)
    .limit(1)
    .for('no key update', { of: material })
  return row
}

/** Counts on the card, and on the card rule's log entry that sent it last. */
export async function countCard(db: Queryable, { account, change, cardId, to }: CardStep, now: Date): Promise<void> {
  const what = to === 'submitted' ? 'submitted' : 'clicked'
  if (to === 'submitted') await writeCardSubmit(db, change, cardId, now)
  const card = await lockSentCard(db, { entId: account.entId, relationId: account.id }, cardId)
  if (!card) return
  await db
    .update(material)
    .set({ [what]: sql`${material[what]} + 1` })
    .where(and(eq(material.entId, card.entId), eq(material.id, card.id)))
  const column = what === 'clicked' ? cardRuleLog.clickedAt : cardRuleLog.submittedAt
  await db.execute(sql`update card_rule_log set ${sql.identifier(column.name)} = ${now} where (ent_id, id) = (
    select ent_id, id from card_rule_log where ent_id = ${account.entId} and customer_id = ${change.customer.id}
      and material_id = ${card.id} and result = 'sent' order by created_at desc limit 1) and ${sql.identifier(column.name)} is null`)
}
