import type { Conversation } from '@ruwu/contract'
import type { ListedConversation } from './conversation.repo.ts'

type TopicContext = {
  topicId: string
  peer: { id: string; name: string; avatar: string } | undefined
  members: number
}

/** Absent values are omitted, never null. */
export function toConversation(
  { conversation: row, topic, last }: ListedConversation,
  { topicId, peer, members }: TopicContext,
): Conversation {
  return {
    ownerId: row.ownerId,
    topicId,
    ...(topic.kind === 'dm' && peer ? { attendee: peer.id } : {}),
    multiple: topic.kind !== 'dm',
    name: peer?.name ?? topic.name,
    icon: peer?.avatar ?? topic.icon,
    kind: topic.category,
    source: '',
    sticky: row.sticky,
    mute: row.mute,
    remark: row.remark,
    members,
    unread: row.unread,
    startSeq: row.startSeq,
    lastSeq: topic.lastSeq,
    lastReadSeq: row.lastReadSeq,
    ...(row.lastReadAt ? { lastReadAt: row.lastReadAt.toISOString() } : {}),
    ...(last && row.lastMessageSeq !== null
      ? {
          lastSenderId: last.senderId,
          lastMessage: last.content,
          lastMessageAt: last.createdAt.toISOString(),
          lastMessageSeq: row.lastMessageSeq,
        }
      : {}),
    updatedAt: row.updatedAt.toISOString(),
    tags: row.tags,
    extra: row.extra,
    topicExtra: topic.extra,
    topicOwnerId: topic.ownerId,
    topicOwnerID: topic.ownerId,
    topicCreatedAt: topic.createdAt.toISOString(),
  }
}
