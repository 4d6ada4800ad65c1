import { z } from 'zod'
import { CustomerId, Instant, RelationId } from './ids.ts'
import { typedText } from './text.ts'

export const TAG_KEYWORD_MAX = 20
export const TAG_KEYWORDS_MAX = 20
export const TAG_CONDITIONS_MAX = 10
/** 30 days. */
export const TAG_SILENCE_MAX = 43_200
const ACCOUNTS_MAX = 50

const Keyword = typedText(TAG_KEYWORD_MAX, `每个关键词最多 ${TAG_KEYWORD_MAX} 个字`).min(1, '请输入关键词')

export const TagCondition = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('keyword'),
    words: z.array(Keyword).min(1, '请输入关键词').max(TAG_KEYWORDS_MAX, `最多 ${TAG_KEYWORDS_MAX} 个关键词`),
    match: z.enum(['any', 'all']),
  }),
  z.object({ type: z.literal('lead') }),
  z.object({ type: z.literal('wechat_copied') }),
  z.object({ type: z.literal('form_submitted') }),
  z.object({
    type: z.literal('silence'),
    minutes: z
      .int('请输入 1–43200 的整数')
      .min(1, '请输入 1–43200 的整数')
      .max(TAG_SILENCE_MAX, '请输入 1–43200 的整数'),
  }),
  z.object({
    type: z.literal('account'),
    relationIds: z.array(RelationId).min(1, '请选择账号').max(ACCOUNTS_MAX, `最多 ${ACCOUNTS_MAX} 个账号`),
  }),
])
export type TagCondition = z.infer<typeof TagCondition>

/** Binds or unbinds its tag when a customer writes, leaves a contact or falls silent. */
export const TagRule = z.object({
  op: z.enum(['all', 'any']),
  conditions: z.array(TagCondition).min(1, '请添加条件').max(TAG_CONDITIONS_MAX, `最多 ${TAG_CONDITIONS_MAX} 个条件`),
  action: z.enum(['bind', 'unbind']),
})
export type TagRule = z.infer<typeof TagRule>

export const TagRuleTrial = z.object({
  /** Customers who match, of those checked. */
  matched: z.int32(),
  /** Customers with a message in the period, up to a limit. */
  checked: z.int32(),
  /** More customers had a message than were checked. */
  isCut: z.boolean(),
  samples: z.array(z.object({ customerId: CustomerId, name: z.string(), text: z.string(), at: Instant })),
})
export type TagRuleTrial = z.infer<typeof TagRuleTrial>
