import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { AiRunId, CustomerId, Instant, KnowledgeId, MessageId, RelationId } from './ids.ts'
import { Answer, KnowledgePiece, Question } from './knowledge-entry.ts'

/** Who found the words: our own engine, or a model. */
export const AI_GENERATORS = ['builtin', 'model'] as const
export const AiGenerator = z.enum(AI_GENERATORS)
export type AiGenerator = z.infer<typeof AiGenerator>

/** 关键词, 连续未命中, 检索分数过低, 情绪负面, 最大轮数, 规则描述, 已留资, 达成目标, 价格, 检查未通过, 每日上限, 模型要求. */
const HANDOFF_REASONS = [
  'keyword',
  'misses',
  'low_score',
  'negative',
  'max_rounds',
  'rule',
  'has_lead',
  'goal',
  'price',
  'unknown',
  'checker',
  'daily_replies',
  'model',
] as const
export const HandoffReason = z.enum(HANDOFF_REASONS)
export type HandoffReason = z.infer<typeof HandoffReason>

/** What was decided about a customer's words. `texts` are said one after the other; `ask` is the field that is asked for in them. */
export const AiDecision = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('answer'),
    texts: z.array(z.string()).min(1).max(3),
    ask: z.string().nullable(),
    materialId: z.string().nullable(),
    tagIds: z.array(z.string()),
    /** Nothing was found; it says so honestly. */
    isMiss: z.boolean(),
  }),
  z.object({ kind: z.literal('handoff'), reason: HandoffReason, detail: z.string() }),
  z.object({ kind: z.literal('silent'), detail: z.string() }),
])
export type AiDecision = z.infer<typeof AiDecision>

/** Something in the words that stands in no knowledge, or must not be said. */
const CHECK_KINDS = [
  'number',
  'price',
  'date',
  'phone',
  'link',
  'promise',
  'forbidden',
  'guard',
  'person',
  'length',
  'empty',
] as const
export const CheckFinding = z.object({ kind: z.enum(CHECK_KINDS), text: z.string() })
export type CheckFinding = z.infer<typeof CheckFinding>

/** 已发送, 转人工, 作废, 失败, 不回复, 回复中. */
export const AI_RUN_STATES = ['running', 'sent', 'handoff', 'dropped', 'failed', 'silent'] as const

/** How an answer came about: 查看依据. */
export const AiRun = z.object({
  id: AiRunId,
  customerId: CustomerId,
  relationId: RelationId,
  state: z.enum(AI_RUN_STATES),
  agentVersion: z.int32(),
  generator: AiGenerator,
  model: z.string(),
  /** What the customer asked, as it was understood. */
  question: z.string(),
  knowledge: z.array(KnowledgePiece),
  /** From which score on a piece may be used; null when another version is published by now. */
  hitFrom: z.number().nullable(),
  decision: AiDecision.nullable(),
  findings: z.array(CheckFinding),
  /** Why nothing was said, or what went wrong. */
  detail: z.string(),
  tokensIn: z.int32(),
  tokensOut: z.int32(),
  points: z.int32(),
  startedAt: Instant,
  durationMs: z.int32(),
})
export type AiRun = z.infer<typeof AiRun>

export const aiRunApi = {
  /** Of a message the AI said. */
  ofMessage: endpoint({
    method: 'POST',
    path: '/v1/im/message/ai-run',
    isRead: true,
    access: 'im:viewPage',
    summary: '查看依据',
    body: z.object({ customerId: CustomerId, messageId: MessageId }),
    data: AiRun,
    errors: ['notFound'],
  }),
  /** 改答案并存为知识: the customer's question with a better answer. */
  keep: endpoint({
    method: 'POST',
    path: '/v1/im/message/keep-answer',
    access: 'channelAccount:settingsEdit',
    summary: '改答案并存为知识',
    body: z.object({
      customerId: CustomerId,
      messageId: MessageId,
      question: Question.min(1, '请输入问题'),
      answer: Answer.min(1, '请输入答案'),
    }),
    data: z.object({ knowledgeId: KnowledgeId }),
    errors: ['notFound', 'refused'],
  }),
}
