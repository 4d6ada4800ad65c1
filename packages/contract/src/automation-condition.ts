import { z } from 'zod'
import { AgentId, FieldId, RelationId, TagId } from './ids.ts'
import { ReceptionType } from './reception.ts'
import { Source } from './source.ts'
import { typedText } from './text.ts'

export const CONDITION_LIMITS = { conditions: 20, words: 20, word: 50, chosen: 50, rounds: 1000, intent: 100 } as const

/** 文字, 图片, 视频, 语音, 卡片, 其他. */
export const CONDITION_MESSAGE_TYPES = ['text', 'image', 'video', 'voice', 'card', 'other'] as const
export type MessageType = (typeof CONDITION_MESSAGE_TYPES)[number]

/** Minutes since midnight. */
const Minute = z.int32('时间不正确').min(0, '时间不正确').max(1440, '时间不正确')
const ROUND_TEXT = `轮数为 0 到 ${CONDITION_LIMITS.rounds}`

/** All conditions; in a draft what they compare with may still be missing. */
function conditionsOf({ isDraft }: { isDraft: boolean }) {
  const least = isDraft ? 0 : 1
  const chosen = <Item extends z.ZodType>(item: Item, none: string) =>
    z.array(item).min(least, none).max(CONDITION_LIMITS.chosen, `最多选择 ${CONDITION_LIMITS.chosen} 项`)
  const words = z
    .array(typedText(CONDITION_LIMITS.word, `每个词最多 ${CONDITION_LIMITS.word} 个字`).min(1, '请输入关键词'))
    .min(least, '请输入关键词')
    .max(CONDITION_LIMITS.words, `最多 ${CONDITION_LIMITS.words} 个词`)
  const fieldId = isDraft ? FieldId.or(z.literal('' as FieldId)) : FieldId
  return z.discriminatedUnion('type', [
    z.object({ type: z.literal('source'), values: chosen(Source, '请选择来源') }),
    z.object({ type: z.literal('account'), relationIds: chosen(RelationId, '请选择账号') }),
    /** Any of the words; `excludes`: none of them. */
    z.object({ type: z.literal('text'), match: z.enum(['contains', 'excludes', 'regex']), words }),
    z.object({ type: z.literal('message_type'), values: chosen(z.enum(CONDITION_MESSAGE_TYPES), '请选择消息类型') }),
    z.object({ type: z.literal('tag'), match: z.enum(['any', 'all', 'none']), tagIds: chosen(TagId, '请选择标签') }),
    z.object({ type: z.literal('reception'), values: chosen(ReceptionType, '请选择接待类型') }),
    /** 未分配, 已分配, 指定客服; `agentIds` belongs to 指定客服. */
    z
      .object({
        type: z.literal('owner'),
        match: z.enum(['none', 'any', 'listed']),
        agentIds: z.array(AgentId).max(CONDITION_LIMITS.chosen).default([]),
      })
      .refine(({ match, agentIds }) => isDraft || match !== 'listed' || agentIds.length > 0, {
        path: ['agentIds'],
        message: '请选择客服',
      }),
    z.object({ type: z.literal('new_customer'), value: z.boolean() }),
    z.object({ type: z.literal('ad'), value: z.boolean() }),
    z.object({ type: z.literal('lead'), value: z.boolean() }),
    /** Days of the week from 1 (Monday), none chosen means all; `to` is exclusive, and at most `from` when the period crosses midnight. */
    z.object({
      type: z.literal('time'),
      days: z.array(z.int32().min(1).max(7)).max(7).default([]),
      from: Minute,
      to: Minute,
    }),
    z.object({ type: z.literal('city'), words }),
    z
      .object({
        type: z.literal('field'),
        fieldId,
        match: z.enum(['equals', 'contains', 'filled', 'empty']),
        value: typedText(100, '最多 100 个字').default(''),
      })
      .refine(({ match, value }) => isDraft || match === 'filled' || match === 'empty' || value !== '', {
        path: ['value'],
        message: '请输入字段值',
      }),
    z.object({
      type: z.literal('round'),
      match: z.enum(['atLeast', 'atMost', 'equals']),
      n: z.int32(ROUND_TEXT).min(0, ROUND_TEXT).max(CONDITION_LIMITS.rounds, ROUND_TEXT),
    }),
    /** AI 意图, of flows only: a sentence that the AI judges the latest message by. */
    z.object({
      type: z.literal('intent'),
      text: typedText(CONDITION_LIMITS.intent, `意图最多 ${CONDITION_LIMITS.intent} 个字`).min(least, '请输入意图'),
    }),
  ])
}

const Condition = conditionsOf({ isDraft: false })
export type AutomationCondition = z.infer<typeof Condition>
export type ConditionType = AutomationCondition['type']

export const CONDITION_OPS = ['all', 'any'] as const
export type ConditionOp = (typeof CONDITION_OPS)[number]

/** 全部 or 任一 of its items: conditions, and groups of conditions as a second level. Without items it holds. */
const groupOf = (condition: typeof Condition, least: number) =>
  z.object({
    op: z.enum(CONDITION_OPS),
    items: z
      .array(
        z.discriminatedUnion('type', [
          condition,
          z.object({
            type: z.literal('group'),
            op: z.enum(CONDITION_OPS),
            items: z.array(condition).min(least, '请添加条件').max(CONDITION_LIMITS.conditions),
          }),
        ]),
      )
      .max(CONDITION_LIMITS.conditions, `条件最多 ${CONDITION_LIMITS.conditions} 个`)
      .refine(
        (items) =>
          items.reduce((sum, item) => sum + (item.type === 'group' ? item.items.length : 1), 0) <=
          CONDITION_LIMITS.conditions,
        { message: `条件最多 ${CONDITION_LIMITS.conditions} 个` },
      ),
  })

export const ConditionGroup = groupOf(Condition, 1)
export type ConditionGroup = z.infer<typeof ConditionGroup>
export type ConditionItem = ConditionGroup['items'][number]

/** As stored in the draft of a flow. */
export const DraftConditionGroup = groupOf(conditionsOf({ isDraft: true }), 0)

/** One condition of a dry run: its place (`0`, or `2.1` inside a group) and whether it holds. */
export const ConditionResult = z.object({ path: z.string(), pass: z.boolean() })
export type ConditionResult = z.infer<typeof ConditionResult>
