import { z } from 'zod'
import { FieldId, MaterialId, TagId } from './ids.ts'
import { typedText } from './text.ts'

const whole = ({ min, max }: { min: number; max: number }, text: string) => z.int32(text).min(min, text).max(max, text)
const written = (max: number, what: string) => typedText(max, `${what}最多 ${max} 个字`)
const lines = (chars: number, count: number, what: string) =>
  z.array(written(chars, what).min(1, `请输入${what}`)).max(count, `${what}最多 ${count} 条`)

/** Length and value limits of the draft's fields. */
export const AI_LIMITS = {
  name: 20,
  intro: 200,
  business: 2000,
  fields: 10,
  asks: { min: 0, max: 5 },
  askEvery: { min: 1, max: 20 },
  tags: 10,
  mustSay: { chars: 100, lines: 10 },
  forbidden: { chars: 20, words: 50 },
  scenes: 20,
  sceneWhen: 100,
  sceneGuide: 300,
  keywords: { chars: 20, words: 50 },
  misses: { min: 1, max: 10 },
  rounds: { min: 1, max: 200 },
  rules: { chars: 100, sentences: 10 },
  handoffText: 100,
  mergeSec: { min: 1, max: 8 },
  delaySec: { min: 0, max: 6 },
  turns: { min: 4, max: 40 },
  dailyReplies: { min: 1, max: 200 },
  dailyPoints: { min: 0, max: 1_000_000 },
} as const

/** 专业, 亲切, 活泼. */
export const AI_TONES = ['professional', 'warm', 'lively'] as const
export const AI_ADDRESSES = ['您', '你', '亲'] as const
/** 短, 中, 长: maximum characters of an answer. */
export const AI_LENGTHS = { short: 40, medium: 80, long: 150 } as const
export const AI_LENGTH_NAMES = ['short', 'medium', 'long'] as const
/** 不用, 少量, 较多. */
export const AI_EMOJI = ['none', 'few', 'many'] as const

const Role = z.object({
  name: written(AI_LIMITS.name, '名称').min(1, '请输入名称').default('AI 助手'),
  avatar: typedText(500, '头像地址过长').default(''),
  intro: written(AI_LIMITS.intro, '自我介绍').default(''),
  business: written(AI_LIMITS.business, '业务介绍').default(''),
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
    .max(AI_LIMITS.fields, `收集字段最多 ${AI_LIMITS.fields} 个`)
    .refine((fields) => new Set(fields.map((field) => field.key)).size === fields.length, '收集字段不能重复')
    .default([
      { key: 'phone', isMust: true },
      { key: 'wechat', isMust: false },
      { key: 'city', isMust: false },
      { key: 'need', isMust: false },
    ]),
  askMax: whole(AI_LIMITS.asks, '最多追问为 0 到 5 次').default(2),
  /** 联系方式间隔: so many answers from one request for the contact to the next. */
  askEvery: whole(AI_LIMITS.askEvery, '联系方式间隔为 1 到 20 次回答').default(5),
  /** 达成后. */
  onReached: z
    .object({
      materialId: MaterialId.nullable(),
      handoff: z.boolean(),
      tagIds: z.array(TagId).max(AI_LIMITS.tags, `标签最多 ${AI_LIMITS.tags} 个`),
    })
    .default({ materialId: null, handoff: false, tagIds: [] }),
})

/** 只引用知识, 给区间, 转人工. */
export const AI_PRICE_RULES = ['knowledge', 'range', 'handoff'] as const

const Script = z.object({
  mustSay: lines(AI_LIMITS.mustSay.chars, AI_LIMITS.mustSay.lines, '必须说').default([]),
  forbidden: lines(AI_LIMITS.forbidden.chars, AI_LIMITS.forbidden.words, '禁止说').default([]),
  scenes: z
    .array(
      z.object({
        when: written(AI_LIMITS.sceneWhen, '触发描述').min(1, '请输入触发描述'),
        guide: written(AI_LIMITS.sceneGuide, '指引').min(1, '请输入指引'),
      }),
    )
    .max(AI_LIMITS.scenes, `场景话术最多 ${AI_LIMITS.scenes} 条`)
    .default([]),
  price: z.enum(AI_PRICE_RULES).default('knowledge'),
})

export const HANDOFF_WORDS = ['转人工', '人工', '人工客服', '投诉', '退款', '骗子']
const HANDOFF_TEXT = '已为您转接人工客服，请稍候'

/** 关闭, minutes, 次日. */
export const AI_RETURNS = ['off', '5', '10', '30', '60', 'next_day'] as const

const Handoff = z.object({
  keywords: z
    .object({ enabled: z.boolean(), words: lines(AI_LIMITS.keywords.chars, AI_LIMITS.keywords.words, '关键词') })
    .default({ enabled: true, words: HANDOFF_WORDS }),
  /** 没有答案: handed over in the n-th turn in a row without one, until then it says so; disabled: it always says so. */
  misses: z
    .object({ enabled: z.boolean(), n: whole(AI_LIMITS.misses, '没有答案为 1 到 10 轮') })
    .default({ enabled: true, n: 1 }),
  negative: z.object({ enabled: z.boolean() }).default({ enabled: true }),
  maxRounds: z
    .object({ enabled: z.boolean(), n: whole(AI_LIMITS.rounds, '最大轮数为 1 到 200') })
    .default({ enabled: true, n: 30 }),
  rules: z
    .object({ enabled: z.boolean(), sentences: lines(AI_LIMITS.rules.chars, AI_LIMITS.rules.sentences, '规则描述') })
    .default({ enabled: false, sentences: [] }),
  hasLead: z.object({ enabled: z.boolean() }).default({ enabled: false }),
  text: written(AI_LIMITS.handoffText, '转人工话术').default(HANDOFF_TEXT),
  returnAfter: z.enum(AI_RETURNS).default('30'),
})

/** Default of 采用线. */
export const SCORE_HIT = 0.35

const Advanced = z.object({
  /** 采用线: pieces with this score or more may be answered from; below it there is no answer. */
  hitScore: z.number().min(0, '采用线为 0 到 1').max(1, '采用线为 0 到 1').default(SCORE_HIT),
  mergeSec: whole(AI_LIMITS.mergeSec, '合并等待为 1 到 8 秒').default(3),
  delaySec: whole(AI_LIMITS.delaySec, '拟人延迟为 0 到 6 秒').default(2),
  turns: whole(AI_LIMITS.turns, '上下文轮数为 4 到 40').default(20),
  dailyReplies: whole(AI_LIMITS.dailyReplies, '单客户每日最多回复为 1 到 200').default(50),
  /** 0: no limit. */
  dailyPoints: whole(AI_LIMITS.dailyPoints, '每日积分上限过大').default(0),
  readsImages: z.boolean().default(true),
})

/** The editable configuration of an account's AI, by tabs of its page. */
export const AiDraft = z.object({
  role: Role.prefault({}),
  goal: Goal.prefault({}),
  script: Script.prefault({}),
  handoff: Handoff.prefault({}),
  advanced: Advanced.prefault({}),
})
export type AiDraft = z.infer<typeof AiDraft>
