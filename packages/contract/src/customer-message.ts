import { z } from 'zod'
import { Content } from './chat/index.ts'
import { MessageStatus } from './customer-row.ts'
import { Instant, MessageId } from './ids.ts'
import { SenderKind } from './reception.ts'

export const FEEDBACK_RATINGS = ['good', 'bad', 'none'] as const
export const FEEDBACK_REASONS = ['答非所问', '内容错误', '语气不当', '其它'] as const

export const Feedback = z.object({
  rating: z.enum(FEEDBACK_RATINGS),
  reason: z.enum(FEEDBACK_REASONS).nullable(),
  correctedText: z.string().nullable(),
})
export type Feedback = z.infer<typeof Feedback>

/** The next attempt to send, and why the last one failed. */
export const SendRetry = z.object({ at: Instant, msg: z.string() })

/** A message of a customer's thread as the console reads it. */
export const CustomerMessage = z.object({
  id: MessageId,
  chatId: z.string(),
  topicId: z.string(),
  seq: z.number().int(),
  senderId: z.string(),
  senderKind: SenderKind,
  senderName: z.string(),
  content: Content,
  createdAt: Instant,
  updatedAt: Instant,
  /** Time on the platform; null for messages that exist here only. */
  platformTime: Instant.nullable(),
  status: MessageStatus,
  failKind: z.string().optional(),
  failMsg: z.string().optional(),
  read: z.boolean(),
  recall: z.boolean(),
  feedback: Feedback.optional(),
  /** While the platform is to be tried again. */
  retry: SendRetry.optional(),
})
export type CustomerMessage = z.infer<typeof CustomerMessage>
