import type { LocalConversation } from '../conversation-state.ts'
import type { Message } from '../message.ts'

export function aMessage(change: Partial<Message> = {}): Message {
  const seq = change.seq ?? 1
  return {
    topicId: 'u1:u2',
    chatId: `c${seq}`,
    seq,
    senderId: 'u1',
    content: { type: 'text', text: `hello ${seq}` },
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    status: 'sent',
    read: false,
    recall: false,
    isSentByMe: (change.senderId ?? 'u1') === 'u1',
    asOf: seq,
    ...change,
  }
}

export const aConversation = (change: Partial<LocalConversation> = {}): LocalConversation =>
  ({
    ownerId: 'u1',
    topicId: 'u1:u2',
    multiple: false,
    name: 'Two',
    icon: '',
    kind: '',
    sticky: false,
    mute: false,
    remark: '',
    tags: [],
    extra: {},
    topicExtra: {},
    topicOwnerId: 'u1',
    topicOwnerID: 'u1',
    members: 2,
    unread: 2,
    startSeq: 0,
    lastSeq: 10,
    lastReadSeq: 8,
    lastMessageSeq: 10,
    lastMessage: { type: 'text', text: 'ten' },
    lastMessageAt: '2026-01-01T00:00:10.000Z',
    lastSenderId: 'u2',
    updatedAt: '2026-01-01T00:00:10.000Z',
    cachedAt: 0,
    settingsAt: '2026-01-01T00:00:10.000Z',
    ...change,
  }) as LocalConversation
