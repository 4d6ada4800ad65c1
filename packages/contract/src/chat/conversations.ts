import { z } from 'zod'
import { ZonedInstant } from '../ids.ts'
import { Conversation, ConversationPage, ConversationTagInput, LogPage, StoredExtra, Topic } from './objects.ts'
import { chatRoute, optional, True } from './route.ts'

const topicId = z.object({ topicId: z.string() })
const userId = z.object({ userId: z.string() })
const time = optional(ZonedInstant)
const count = optional(z.number().int().min(0))
/** Clamped, not refused. */
const limit = optional(z.number().int())

export const CONVERSATION_LIST_DEFAULT = 100
export const CONVERSATION_LIST_MAX = 200
export const SYNC_DEFAULT = 50
export const SYNC_MAX = 100

const SyncRequest = z.object({ topicId: optional(z.string()), lastSeq: count, limit })

/** A `chat` frame as an HTTP body. */
export const SendRequest = z.looseObject({
  chatId: optional(z.string()),
  topicId: optional(z.string()),
  attendee: optional(z.string()),
  content: z.unknown(),
})

const SendResult = z.object({
  senderId: z.string(),
  topicId: z.string(),
  attendeeId: z.string(),
  chatId: z.string(),
  code: z.number().int(),
  seq: z.number().int(),
  message: z.string(),
  usage: z.number().int(),
})

export const chatConversationRoutes = {
  openTopic: chatRoute({
    path: '/api/topic/create/:userId',
    summary: '打开单聊',
    stores: true,
    params: userId,
    data: Topic,
  }),
  open: chatRoute({
    path: '/api/chat/create/:userId',
    summary: '打开单聊会话',
    stores: true,
    params: userId,
    data: Conversation,
  }),
  list: chatRoute({
    path: '/api/chat/list',
    summary: '会话列表',
    body: z.object({
      updatedAt: time,
      limit,
      category: optional(z.string()),
      offset: z.number().int().min(0).nullish(),
      lastUpdatedAt: time,
      lastRemovedAt: time,
    }),
    data: ConversationPage,
  }),
  info: chatRoute({ path: '/api/chat/info/:topicId', summary: '会话', params: topicId, data: Conversation }),
  remove: chatRoute({ path: '/api/chat/remove/:topicId', summary: '移除会话', params: topicId, data: True }),
  update: chatRoute({
    path: '/api/chat/update/:topicId',
    summary: '修改会话设置',
    stores: true,
    params: topicId,
    body: z.object({
      sticky: optional(z.boolean()),
      mute: optional(z.boolean()),
      remark: z.string().max(200).nullish(),
      tags: z.array(ConversationTagInput).max(50).nullish(),
      extra: StoredExtra.nullish(),
    }),
    data: Conversation,
  }),
  markUnread: chatRoute({
    path: '/api/chat/unread/:topicId',
    summary: '标为未读',
    params: topicId,
    data: Conversation,
  }),
  read: chatRoute({ path: '/api/chat/read/:topicId', summary: '标为已读', params: topicId, data: True }),
  readAll: chatRoute({ path: '/api/chat/readall', summary: '全部已读', data: True }),
  clearMessages: chatRoute({
    path: '/api/chat/clear_messages/:topicId',
    summary: '清空聊天记录',
    params: topicId,
    data: True,
  }),
  removeMessages: chatRoute({
    path: '/api/chat/remove_messages/:topicId',
    summary: '为自己删除消息',
    params: topicId,
    body: z.object({ ids: optional(z.array(z.string()).max(500)) }),
    data: True,
  }),
  sync: chatRoute({
    path: '/api/chat/sync/:topicId',
    summary: '历史消息',
    params: topicId,
    body: SyncRequest,
    data: LogPage,
  }),
  batchSync: chatRoute({
    path: '/api/chat/batch_sync',
    summary: '批量历史消息',
    body: z.array(SyncRequest).max(200),
    data: z.array(LogPage),
  }),
  sendTo: chatRoute({
    path: '/api/chat/send/:topicId',
    summary: '发送消息',
    params: topicId,
    body: SendRequest,
    data: SendResult,
  }),
  send: chatRoute({ path: '/api/chat/send', summary: '发送消息', body: SendRequest, data: SendResult }),
}
