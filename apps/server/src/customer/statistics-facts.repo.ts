import type { AgentId, CardType, EntId, MessageId, SessionId } from '@ruwu/contract'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { array, insertion, type Part, part, records } from '../db/rows.ts'
import { agentReply, customerActivity, followUpSend, ownerChange, replySuggestion } from '../db/schema/index.ts'
import { newId } from '../platform/ids.ts'
import { type CustomerChange, changeSession } from './customer-change.ts'
import type { ThreadMessage } from './customer-message.repo.ts'

/** Facts that figures are made of, written in the transaction of their cause. */
export const factParts = (changes: readonly CustomerChange[], now: Date): Part[] => [
  ...part(
    'activity',
    changes.flatMap((each) => [...each.activity.values()]),
    (rows) => sql`insert into customer_activity as a select * from ${records(customerActivity, rows)}
      on conflict (ent_id, session_id, slot) do update set own_messages = a.own_messages + excluded.own_messages`,
  ),
  ...part(
    'replies',
    changes.flatMap((each) => [...each.replies.values()]),
    (rows) => sql`insert into agent_reply as a select * from ${records(agentReply, rows)}
      on conflict (ent_id, session_id, agent_id, slot) do update set replies = a.replies + excluded.replies`,
  ),
  ...part(
    'owner_changes',
    changes.flatMap((each) => ownerChanges(each, now)),
    (rows) => insertion(ownerChange, rows),
  ),
  ...part(
    'woken',
    changes.filter(({ activity }) => [...activity.values()].some(({ ownMessages }) => ownMessages > 0)),
    (rows) => sql`update follow_up_send f set woken_at = ${now}
      from unnest(${array(rows, (each) => each.customer.entId)}::uuid[], ${array(rows, (each) => each.customer.id)}::uuid[]) k(ent_id, id)
      where f.ent_id = k.ent_id and f.customer_id = k.id and f.woken_at is null
        and f.sent_at > ${now}::timestamptz - interval '24 hours'`,
  ),
]

/** Owner changes of the past, which no event tells. */
export async function insertOwnerChanges(
  db: Queryable,
  rows: readonly Omit<typeof ownerChange.$inferInsert, 'id'>[],
): Promise<void> {
  if (rows.length > 0) await db.insert(ownerChange).values(rows.map((row) => ({ ...row, id: newId(row.at) })))
}

/** What the events of a change tell of its owner. */
const ownerChanges = ({ customer: row, events }: CustomerChange, now: Date): (typeof ownerChange.$inferInsert)[] =>
  events.flatMap((event) => {
    const kind = ownerChangeKind(event)
    if (!kind || !('fromAgentId' in event)) return []
    const { agentId, fromAgentId } = event
    const { entId, id: customerId, relationId, sessionId } = row
    return [{ entId, id: newId(now), at: now, kind, customerId, relationId, sessionId, agentId, fromAgentId }]
  })

function ownerChangeKind(
  event: CustomerChange['events'][number],
): (typeof ownerChange.$inferInsert)['kind'] | undefined {
  if (event.type === 'rec_cus') return 'receive'
  if (event.type === 'redirect_cus') return 'transfer'
  return event.type === 'rel_cus' && event.reason === 'timeout' ? 'timeout' : undefined
}

/** A card that the platform accepted; nothing for any other message. */
export async function writeCardSend(
  db: Queryable,
  change: CustomerChange,
  { entId, id: messageId, content }: ThreadMessage,
  now: Date,
): Promise<void> {
  const { cardId, cardType } = content.extra ?? {}
  if (typeof cardId !== 'string' || typeof cardType !== 'string') return
  const { rows } = await db.execute<{ sessionId: SessionId | null }>(sql`insert into card_send
      (ent_id, message_id, customer_id, relation_id, session_id, agent_id, card_id, type, sent_at)
    select m.ent_id, m.id, m.customer_id, m.relation_id, m.session_id, m.agent_id, ${cardId}, ${cardType as CardType}, ${now}
    from customer_message m where m.ent_id = ${entId} and m.id = ${messageId} on conflict do nothing
    returning replace(session_id::text, '-', '') as "sessionId"`)
  const sessionId = rows[0]?.sessionId
  if (cardType !== 'contact' || !sessionId) return
  const held = [change.session, ...change.sessions].find((each) => each?.id === sessionId)
  if (held) changeSession(change, held, { contactCards: held.contactCards + 1 })
  else
    await db.execute(sql`update session set contact_cards = contact_cards + 1
      where ent_id = ${entId} and id = ${sessionId}`)
}

/** A message of 沉默跟进 that the platform accepted, or refused after all. */
export async function writeFollowUpSend(db: Queryable, row: typeof followUpSend.$inferInsert): Promise<void> {
  await db.insert(followUpSend).values(row).onConflictDoNothing()
}

export async function removeFollowUpSend(db: Queryable, entId: EntId, messageId: MessageId): Promise<void> {
  await db.delete(followUpSend).where(and(eq(followUpSend.entId, entId), eq(followUpSend.messageId, messageId)))
}

/** The customer submitted a card: the newest of its kind that was not submitted before. */
export async function writeCardSubmit(
  db: Queryable,
  { customer: { entId, id } }: CustomerChange,
  cardId: string,
  now: Date,
): Promise<void> {
  await db.execute(sql`update card_send set submitted_at = ${now} where (ent_id, message_id) = (
    select ent_id, message_id from card_send
    where ent_id = ${entId} and customer_id = ${id} and card_id = ${cardId} and submitted_at is null
    order by sent_at desc limit 1)`)
}

/** Replies were suggested for the customer's newest message; counted once per message. */
export async function writeSuggestion(db: Queryable, row: typeof replySuggestion.$inferInsert): Promise<void> {
  await db.insert(replySuggestion).values(row).onConflictDoNothing()
}

/** An agent's message was made of a suggestion; the first one counts. */
export async function markSuggestionTaken(
  db: Queryable,
  { customer: { entId, id } }: CustomerChange,
  { seq, messageId, agentId }: { seq: number; messageId: MessageId; agentId: AgentId },
): Promise<void> {
  await db
    .update(replySuggestion)
    .set({ messageId, agentId })
    .where(
      and(
        eq(replySuggestion.entId, entId),
        eq(replySuggestion.customerId, id),
        eq(replySuggestion.seq, seq),
        isNull(replySuggestion.messageId),
      ),
    )
}
