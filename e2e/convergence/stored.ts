import type { Content } from '@ruwu/contract'
import type { Nodes } from './nodes.ts'

export type StoredMessage = { seq: number; chatId: string; senderId: string; content: Content; recall: boolean }
export type StoredConversation = { ownerId: string; unread: number; lastReadSeq: number; lastSeq: number }

/** Read straight from the database, not through the server. */
export const storedMessages = (nodes: Nodes, topicId: string) =>
  ofTopic<StoredMessage>(
    nodes,
    topicId,
    `select m.seq, m.chat_id as "chatId", m.sender_id as "senderId", m.content, m.is_recalled as recall
    from message m join topic t on t.ent_id = m.ent_id and t.id = m.topic_id`,
    'order by m.seq',
  )

export const storedConversations = (nodes: Nodes, topicId: string) =>
  ofTopic<StoredConversation>(
    nodes,
    topicId,
    `select c.owner_id as "ownerId", c.unread, c.last_read_seq as "lastReadSeq", t.last_seq as "lastSeq"
    from conversation c join topic t on t.ent_id = c.ent_id and t.id = c.topic_id`,
  )

/** A DM is stored under its two ends in the order of their names. */
function ofTopic<T extends object>(nodes: Nodes, topicId: string, select: string, order = ''): Promise<T[]> {
  const ends = topicId.split(':').toSorted()
  const which = ends.length === 2 ? 't.low = $1 and t.high = $2' : 't.id = $1::uuid'
  return nodes.query<T>(`${select} where ${which} ${order}`, ends)
}
