import { z } from 'zod'
import { MaxPoints, ModelHelp, REWRITE_MAX, RewriteStyle } from './assist.ts'
import { CustomerItem, MessageStatus } from './customer-row.ts'
import { CustomerMessage, FEEDBACK_RATINGS, FEEDBACK_REASONS } from './customer-message.ts'
import { endpoint } from './endpoint.ts'
import { CustomerId, Instant, KnowledgeId, MessageId } from './ids.ts'
import { typedText } from './text.ts'

export * from './customer-message.ts'

/** Remaining platform quota and when it ends. */
export const Quota = z.object({
  left: z.int32().nullable(),
  max: z.int32().nullable(),
  closesAt: Instant.nullable(),
  ruleId: z.string().nullable(),
  blocked: z.object({ text: z.string() }).optional(),
})
export type Quota = z.infer<typeof Quota>

export const MESSAGE_PAGE_MAX = 100

const Seq = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

/** Messages of a thread by seq, and those they quote from outside of the page. */
const messagePage = { items: z.array(CustomerMessage), quotes: z.array(CustomerMessage).optional() }

/** A reply offered to the agent, and the knowledge it was made from. */
export const Suggestion = z.object({
  text: z.string(),
  sources: z.array(z.object({ knowledgeId: KnowledgeId, title: z.string(), score: z.number() })),
})
export type Suggestion = z.infer<typeof Suggestion>

export const messageApi = {
  list: endpoint({
    method: 'POST',
    path: '/v1/im/message/list',
    isRead: true,
    access: 'im:viewPage',
    summary: '客户的消息',
    body: z.object({
      customerId: CustomerId,
      beforeSeq: Seq.optional(),
      afterSeq: Seq.optional(),
      limit: z.int32().min(1).max(MESSAGE_PAGE_MAX).default(50),
    }),
    data: z.object({ ...messagePage, hasMoreBefore: z.boolean(), hasMoreAfter: z.boolean() }),
    errors: ['notFound'],
  }),
  /** A page around one message, and the customer (opening may return the customer to the AI, T13). */
  locate: endpoint({
    method: 'POST',
    path: '/v1/im/message/locate',
    access: 'im:viewPage',
    summary: '定位消息',
    body: z.object({ customerId: CustomerId, messageId: MessageId.optional(), seq: Seq.optional() }),
    data: z.object({
      ...messagePage,
      hasMoreBefore: z.boolean(),
      hasMoreAfter: z.boolean(),
      seq: z.number().int(),
      customer: CustomerItem,
    }),
    errors: ['notFound'],
  }),
  feedback: endpoint({
    method: 'POST',
    path: '/v1/im/message/feedback',
    access: 'im:replyCustomer',
    summary: '评价 AI 的回答',
    body: z.object({
      id: MessageId,
      rating: z.enum(FEEDBACK_RATINGS),
      reason: z.enum(FEEDBACK_REASONS).optional(),
      correctedText: typedText(1000, '最多 1000 个字').optional(),
    }),
    data: CustomerMessage,
    errors: ['notFound', 'refused'],
  }),
  send: endpoint({
    method: 'POST',
    path: '/v1/im/message/send',
    access: 'im:replyCustomer',
    summary: '发送消息给客户',
    audit: ['message.confirmWarning'],
    body: z.object({
      customerId: CustomerId,
      chatId: z.string().regex(/^[\w-]{8,64}$/, '消息标识不正确'),
      content: z.looseObject({ type: z.string().max(50) }),
      /** The agent confirmed the warning. */
      confirmWarn: z.boolean().default(false),
      /** Retries a failed message; for any other chatId the stored result is answered. */
      retry: z.boolean().default(false),
      /** The text was taken from the suggestion for this message of the customer. */
      suggestedSeq: Seq.optional(),
    }),
    data: z.object({
      id: MessageId,
      chatId: z.string(),
      seq: z.number().int(),
      createdAt: Instant,
      status: MessageStatus,
      quota: Quota,
    }),
    errors: ['notFound', 'refused', 'compliance', 'taken'],
  }),
  /** Replies that the AI would give now, best first; none unless the customer waits for a person. `seq`: the customer's newest message. */
  suggest: endpoint({
    method: 'POST',
    path: '/v1/im/message/suggest',
    access: 'im:aiAssist',
    summary: '给客服的建议回复：不会自动发送，不扣积分；需要 im:replyCustomer',
    body: z.object({ customerId: CustomerId }),
    data: z.object({ seq: z.number().int(), items: z.array(Suggestion) }),
    errors: ['notFound', 'taken', 'refused'],
  }),
  /** Asked once by a console, before any other help of a model. */
  modelHelp: endpoint({
    method: 'GET',
    path: '/v1/im/message/model-help',
    access: 'im:aiAssist',
    summary: '是否有模型可以帮客服改写和写摘要，每次使用扣多少积分',
    data: ModelHelp,
  }),
  /** The typed text in other words; never sent by itself. */
  rewrite: endpoint({
    method: 'POST',
    path: '/v1/im/message/rewrite',
    access: 'im:aiAssist',
    summary: '用模型改写将要发送的文字：使用自有模型不扣积分，否则每次 1 积分；需要 im:replyCustomer',
    body: z.object({
      customerId: CustomerId,
      text: typedText(REWRITE_MAX, `最多 ${REWRITE_MAX} 个字`).min(1, '请先输入要改写的文字'),
      style: RewriteStyle,
      maxPoints: MaxPoints,
    }),
    data: z.object({ text: z.string() }),
    errors: ['notFound', 'taken', 'refused', 'pointsShort'],
  }),
  /** Audit: text with an unmasked contact was copied. */
  copied: endpoint({
    method: 'POST',
    path: '/v1/im/message/copied',
    access: 'im:viewPage',
    summary: '记录复制了含联系方式的消息',
    audit: ['message.copy'],
    body: z.object({ id: MessageId }),
    data: z.literal(true),
    errors: ['notFound'],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/v1/im/message/withdraw',
    access: 'im:replyCustomer',
    summary: '撤回消息',
    body: z.object({ id: MessageId }),
    data: CustomerMessage,
    errors: ['notFound', 'refused', 'platformRefused'],
  }),
}
