import { z } from 'zod'
import { Instant } from '../ids.ts'

/** Values of extra maps are strings: strict clients fail to decode others, so input values are converted. */
export const StringMap = z.record(z.string(), z.string())
export const LooseStringMap = z.record(z.string(), z.unknown()).transform((map) =>
  Object.fromEntries(
    Object.entries(map)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  ),
)

const EXTRA_MAX = 16_384

/** What a user attaches to a topic, a conversation or a guest; repeated in messages about it. */
export const StoredExtra = LooseStringMap.refine((map) => JSON.stringify(map).length <= EXTRA_MAX, 'extra too large')

/** The address of a file kept by us, with its random key. */
export const STORED_FILE_PATH = /\/api\/attachment\/([\w-]{32})/

/** A message's content: stored and given back as received, minus nulls. Unknown types and keys are legal. */
export const Content = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  extra: StringMap.optional(),
  unreadable: z.boolean().optional(),
})
export type Content = z.infer<typeof Content>

export const ChatUser = z.object({
  userId: z.string(),
  id: z.string(),
  name: z.string(),
  avatar: z.string(),
  publicKey: z.string(),
  remark: z.string(),
  isContact: z.boolean(),
  isStar: z.boolean(),
  isBlocked: z.boolean(),
  locale: z.string(),
  city: z.string(),
  country: z.string(),
  source: z.string(),
  gender: z.string(),
  memo: z.string(),
  isStaff: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
  extra: StringMap,
})
export type ChatUser = z.infer<typeof ChatUser>

export const Notice = z.object({ text: z.string(), publisher: z.string(), updatedAt: Instant })
export type Notice = z.infer<typeof Notice>

export const Topic = z.object({
  id: z.string(),
  name: z.string(),
  icon: z.string(),
  kind: z.string(),
  remark: z.string(),
  ownerId: z.string(),
  attendeeId: z.string().optional(),
  attendee: z.string().optional(),
  admins: z.array(z.string()),
  members: z.number().int(),
  lastSeq: z.number().int(),
  lastReadSeq: z.number().int(),
  multiple: z.boolean(),
  private: z.boolean(),
  source: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
  notice: Notice.optional(),
  silent: z.boolean(),
  muted: z.boolean(),
  extra: StringMap,
})
export type Topic = z.infer<typeof Topic>

export const ConversationTag = z.object({
  id: z.string().optional(),
  type: z.string().optional(),
  label: z.string().optional(),
})
export type ConversationTag = z.infer<typeof ConversationTag>

const tagText = z.string().nullish()
/** A tag as clients send it: null counts as an absent key and is not stored. */
export const ConversationTagInput = z
  .object({ id: tagText, type: tagText, label: tagText })
  .transform((tag): ConversationTag =>
    Object.fromEntries(Object.entries(tag).filter(([, value]) => value !== null && value !== undefined)),
  )

export const Conversation = z.object({
  ownerId: z.string(),
  topicId: z.string(),
  attendee: z.string().optional(),
  multiple: z.boolean(),
  name: z.string(),
  icon: z.string(),
  kind: z.string(),
  source: z.string(),
  sticky: z.boolean(),
  mute: z.boolean(),
  remark: z.string(),
  members: z.number().int(),
  unread: z.number().int(),
  startSeq: z.number().int(),
  lastSeq: z.number().int(),
  lastReadSeq: z.number().int(),
  lastReadAt: Instant.optional(),
  lastSenderId: z.string().optional(),
  lastMessage: Content.optional(),
  lastMessageAt: Instant.optional(),
  lastMessageSeq: z.number().int().optional(),
  updatedAt: Instant,
  tags: z.array(ConversationTag),
  extra: StringMap,
  topicExtra: StringMap,
  topicOwnerId: z.string(),
  topicOwnerID: z.string(),
  topicCreatedAt: Instant,
})
export type Conversation = z.infer<typeof Conversation>

/** A message in history. Its id is called `id` here and `chatId` in frames. */
export const ChatLog = z.object({
  topicId: z.string(),
  id: z.string(),
  seq: z.number().int(),
  senderId: z.string(),
  content: Content,
  createdAt: Instant,
  updatedAt: Instant,
  read: z.boolean(),
  recall: z.boolean(),
})
export type ChatLog = z.infer<typeof ChatLog>

export const LogPage = z.object({
  topicId: z.string(),
  hasMore: z.boolean(),
  updatedAt: Instant,
  lastSeq: z.number().int(),
  items: z.array(ChatLog),
})
export type LogPage = z.infer<typeof LogPage>

export const ConversationPage = z.object({
  items: z.array(Conversation),
  hasMore: z.boolean(),
  updatedAt: Instant,
  total: z.number().int(),
  offset: z.number().int(),
  removed: z.array(z.string()),
  lastUpdatedAt: Instant.optional(),
  lastRemovedAt: Instant,
})
export type ConversationPage = z.infer<typeof ConversationPage>

export const Knock = z.object({
  topicId: z.string(),
  userId: z.string(),
  message: z.string(),
  source: z.string(),
  memo: z.string(),
  status: z.enum(['pending', 'accepted', 'rejected']),
  adminId: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Knock = z.infer<typeof Knock>
