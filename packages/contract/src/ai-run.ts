import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { AiRunId, CustomerId, Instant, KnowledgeId, MessageId, RelationId } from './ids.ts'
import { Answer, KnowledgePiece, Question } from './knowledge-entry.ts'

/** What generated the text: the built-in engine or a model. */
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

/** The decision for a customer's messages. `texts` are sent in order; `ask` is the lead field they ask for. */
export const AiDecision = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('answer'),
    texts: z.array(z.string()).min(1).max(3),
    ask: z.string().nullable(),
    materialId: z.string().nullable(),
    tagIds: z.array(z.string()),
    /** Nothing was retrieved: the answer says that it does not know. */
    isMiss: z.boolean(),
    /** Several entries are close: the texts ask which one is meant. */
    isChoice: z.boolean().optional(),
  }),
  z.object({ kind: z.literal('handoff'), reason: HandoffReason, detail: z.string() }),
  z.object({ kind: z.literal('silent'), detail: z.string() }),
])
export type AiDecision = z.infer<typeof AiDecision>

/** Checker findings: statements without a source in the knowledge, or forbidden ones. */
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

/** The trace of an answer: 查看依据. */
export const AiRun = z.object({
  id: AiRunId,
  customerId: CustomerId,
  relationId: RelationId,
  state: z.enum(AI_RUN_STATES),
  agentVersion: z.int32(),
  generator: AiGenerator,
  model: z.string(),
  /** The customer's question as the engine read it. */
  question: z.string(),
  knowledge: z.array(KnowledgePiece),
  /** Retrieval threshold of the version that answered; null when another version has been published since. */
  hitFrom: z.number().nullable(),
  decision: AiDecision.nullable(),
  findings: z.array(CheckFinding),
  /** Why no answer was sent, or the error. */
  detail: z.string(),
  tokensIn: z.int32(),
  tokensOut: z.int32(),
  points: z.int32(),
  startedAt: Instant,
  durationMs: z.int32(),
})
export type AiRun = z.infer<typeof AiRun>

export const aiRunApi = {
  /** The run behind a message sent by the AI. */
  forMessage: endpoint({
    method: 'POST',
    path: '/v1/im/message/ai-run',
    isRead: true,
    access: 'im:viewPage',
    summary: '查看依据',
    body: z.object({ customerId: CustomerId, messageId: MessageId }),
    data: AiRun,
    errors: ['notFound'],
  }),
  /** 改答案并存为知识: saves the customer's question with a corrected answer. */
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
