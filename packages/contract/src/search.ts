import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { AgentId, CustomerId, Instant, MessageId, QuickReplyGroupId, QuickReplyId, RelationId } from './ids.ts'
import { cursorFields } from './paging.ts'
import { Source } from './source.ts'
import { typedText } from './text.ts'

export const SEARCH_KEYWORD_MAX = 50
const SEARCH_PAGE = 20
/** Messages of a conversation that are looked at in one search. */
export const THREAD_HITS_MAX = 200

/** Pages are searched in the console itself. */
const SEARCH_TYPES = ['customer', 'message', 'reply'] as const
export const SearchType = z.enum(SEARCH_TYPES)
export type SearchType = z.infer<typeof SearchType>

/** Message types with searchable text. */
export const MESSAGE_TYPES = ['text', 'file', 'link', 'note'] as const

export const FoundCustomer = z.object({
  customerId: CustomerId,
  name: z.string(),
  remark: z.string(),
  avatar: z.string(),
  source: Source,
  /** The field that matched. */
  hit: z.enum(['name', 'remark', 'phone', 'wechat']),
})
export type FoundCustomer = z.infer<typeof FoundCustomer>

export const FoundMessage = z.object({
  messageId: MessageId,
  customerId: CustomerId,
  name: z.string(),
  avatar: z.string(),
  source: Source,
  /** Text around the first hit. */
  snippet: z.string(),
  createdAt: Instant,
  seq: z.number().int(),
  /** An internal note. */
  isNote: z.boolean(),
})
export type FoundMessage = z.infer<typeof FoundMessage>

export const FoundReply = z.object({
  id: QuickReplyId,
  groupId: QuickReplyGroupId,
  title: z.string(),
  content: z.string(),
})
export type FoundReply = z.infer<typeof FoundReply>

const Keyword = typedText(SEARCH_KEYWORD_MAX, `关键词最多 ${SEARCH_KEYWORD_MAX} 个字`).min(1, '请输入关键词')

export const searchApi = {
  global: endpoint({
    method: 'POST',
    path: '/v1/search/global',
    isRead: true,
    /** Customers and messages also need im:viewPage; without it there are none. */
    access: 'login',
    summary: '全局搜索',
    body: z.object({
      keyword: Keyword,
      types: z.array(SearchType).default([...SEARCH_TYPES]),
      subSourceId: RelationId.optional(),
      agentId: AgentId.optional(),
      from: Instant.optional(),
      /** Exclusive. */
      to: Instant.optional(),
      messageType: z.enum(MESSAGE_TYPES).optional(),
      ...cursorFields(SEARCH_PAGE),
    }),
    data: z.object({
      customers: z.array(FoundCustomer),
      messages: z.array(FoundMessage),
      replies: z.array(FoundReply),
      /** Cursor of the single requested type; when several are requested, of `messages` only. */
      nextCursor: z.string().nullable(),
    }),
  }),
  /** Search in one conversation: seqs of the hits, newest first. `hasMore`: older ones are left out. */
  thread: endpoint({
    method: 'POST',
    path: '/v1/im/message/search',
    isRead: true,
    access: 'im:viewPage',
    summary: '在会话中搜索',
    body: z.object({
      customerId: CustomerId,
      keyword: typedText(SEARCH_KEYWORD_MAX, `关键词最多 ${SEARCH_KEYWORD_MAX} 个字`).default(''),
      messageType: z.enum(['image', 'file', 'link', 'note']).optional(),
      from: Instant.optional(),
      /** Exclusive. */
      to: Instant.optional(),
    }),
    data: z.object({ hits: z.array(z.object({ id: MessageId, seq: z.number().int() })), hasMore: z.boolean() }),
    errors: ['notFound'],
  }),
}
