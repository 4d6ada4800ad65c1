import { z } from 'zod'
import { FieldId, MaterialId, TagId } from './ids.ts'
import { typedText } from './text.ts'

const whole = (min: number, max: number, text: string) => z.int32(text).min(min, text).max(max, text)
const lines = (chars: number, count: number, what: string) =>
  z.array(typedText(chars, `${what}最多 ${chars} 个字`).min(1, `请输入${what}`)).max(count, `${what}最多 ${count} 条`)

/** 专业, 亲切, 活泼. */
export const AI_TONES = ['professional', 'warm', 'lively'] as const
export const AI_ADDRESSES = ['您', '你', '亲'] as const
/** 短, 中, 长: how many characters an answer may have. */
export const AI_LENGTHS = { short: 40, medium: 80, long: 150 } as const
export const AI_LENGTH_NAMES = ['short', 'medium', 'long'] as const
/** 不用, 少量, 较多. */
export const AI_EMOJI = ['none', 'few', 'many'] as const

const Role = z.object({
  name: typedText(20, '名称最多 20 个字').default('AI 助手'),
  avatar: typedText(500, '头像地址过长').default(''),
  intro: typedText(200, '自我介绍最多 200 个字').default(''),
  business: typedText(2000, '业务介绍最多 2000 个字').default(''),
  tone: z.enum(AI_TONES).default('warm'),
  address: z.enum(AI_ADDRESSES).default('您'),
  length: z.enum(AI_LENGTH_NAMES).default('medium'),
  emoji: z.enum(AI_EMOJI).default('few'),
  /** 被问及时说明是 AI. */
  saysAi: z.boolean().default(true),
})

/** 留资优先, 预约, 答疑. */
export const AI_GOALS = ['lead', 'appointment', 'answer'] as const
/** 电话, 微信, 城市, 需求; or a field of the enterprise's own. */
export const AI_FIELD_KEYS = ['phone', 'wechat', 'city', 'need'] as const

const CollectField = z.object({
  key: z.union([z.enum(AI_FIELD_KEYS), FieldId]),
  /** 必问, 选问. */
  isMust: z.boolean(),
})
export type AiCollectField = z.infer<typeof CollectField>

const Goal = z.object({
  main: z.enum(AI_GOALS).default('lead'),
  fields: z
    .array(CollectField)
    .max(10, '收集字段最多 10 个')
    .refine((fields) => new Set(fields.map((field) => field.key)).size === fields.length, '收集字段不能重复')
    .default([
      { key: 'phone', isMust: true },
      { key: 'wechat', isMust: false },
      { key: 'city', isMust: false },
      { key: 'need', isMust: false },
    ]),
  askMax: whole(0, 5, '最多追问为 0 到 5 次').default(2),
  /** 达成后. */
  onReached: z
    .object({
      materialId: MaterialId.nullable(),
      handoff: z.boolean(),
      tagIds: z.array(TagId).max(10, '标签最多 10 个'),
    })
    .default({ materialId: null, handoff: false, tagIds: [] }),
})

/** 只引用知识, 给区间, 转人工. */
export const AI_PRICE_RULES = ['knowledge', 'range', 'handoff'] as const
/** 如实说明, 转人工. */
export const AI_UNKNOWN_RULES = ['honest', 'handoff'] as const

const Script = z.object({
  mustSay: lines(100, 10, '必须说').default([]),
  forbidden: lines(20, 50, '禁止说').default([]),
  scenes: z
    .array(
      z.object({
        when: typedText(100, '触发描述最多 100 个字').min(1, '请输入触发描述'),
        guide: typedText(300, '指引最多 300 个字').min(1, '请输入指引'),
      }),
    )
    .max(20, '场景话术最多 20 条')
    .default([]),
  price: z.enum(AI_PRICE_RULES).default('knowledge'),
  unknown: z.enum(AI_UNKNOWN_RULES).default('handoff'),
})

export const HANDOFF_WORDS = ['转人工', '人工', '人工客服', '投诉', '退款', '骗子']
export const HANDOFF_TEXT = '已为您转接人工客服，请稍候'

/** 关闭, minutes, 次日. */
export const AI_RETURNS = ['off', '5', '10', '30', '60', 'next_day'] as const

const Handoff = z.object({
  keywords: z
    .object({ enabled: z.boolean(), words: lines(20, 50, '关键词') })
    .default({ enabled: true, words: HANDOFF_WORDS }),
  misses: z
    .object({ enabled: z.boolean(), n: whole(1, 10, '连续未命中为 1 到 10 轮') })
    .default({ enabled: true, n: 2 }),
  lowScore: z
    .object({
      enabled: z.boolean(),
      score: z.number().min(0, '分数为 0 到 1').max(1, '分数为 0 到 1'),
    })
    .default({ enabled: true, score: 0.35 }),
  negative: z.object({ enabled: z.boolean() }).default({ enabled: true }),
  maxRounds: z
    .object({ enabled: z.boolean(), n: whole(1, 200, '最大轮数为 1 到 200') })
    .default({ enabled: true, n: 30 }),
  rules: z
    .object({ enabled: z.boolean(), sentences: lines(100, 10, '规则描述') })
    .default({ enabled: false, sentences: [] }),
  hasLead: z.object({ enabled: z.boolean() }).default({ enabled: false }),
  text: typedText(100, '转人工话术最多 100 个字').default(HANDOFF_TEXT),
  returnAfter: z.enum(AI_RETURNS).default('30'),
})

const Advanced = z.object({
  mergeSec: whole(1, 8, '合并等待为 1 到 8 秒').default(3),
  delaySec: whole(0, 6, '拟人延迟为 0 到 6 秒').default(2),
  turns: whole(4, 40, '上下文轮数为 4 到 40').default(20),
  dailyReplies: whole(1, 200, '单客户每日最多回复为 1 到 200').default(50),
  /** 0: no limit. */
  dailyPoints: whole(0, 1_000_000, '每日积分上限过大').default(0),
  readsImages: z.boolean().default(true),
})

/** Everything that is written about an account's AI, under the tabs of its page. */
export const AiDraft = z.object({
  role: Role.prefault({}),
  goal: Goal.prefault({}),
  script: Script.prefault({}),
  handoff: Handoff.prefault({}),
  advanced: Advanced.prefault({}),
})
export type AiDraft = z.infer<typeof AiDraft>
