import { z } from 'zod'
import { AiDraft } from './ai-draft.ts'
import { endpoint } from './endpoint.ts'
import { Ok } from './envelope.ts'
import { AgentId, AiTestId, Instant, RelationId } from './ids.ts'
import { pageFields, pageOf } from './paging.ts'
import { typedText } from './text.ts'

export const AI_TESTS_MAX = 50
export const AI_TEST_LIMITS = { question: 200, points: 10, pointChars: 50 } as const
export const PUBLISH_NOTE_MAX = 200

/** An account's AI: the draft and the published version. A sub-account that never published uses its main account's. */
export const AiAgentDetail = z.object({
  relationId: RelationId,
  draft: AiDraft,
  published: AiDraft.nullable(),
  publishedVersion: z.int32().nullable(),
  publishedAt: Instant.nullable(),
  status: z.enum(['draft', 'published']),
  /** Whether the draft differs from the published version. */
  isChanged: z.boolean(),
  /** The main account whose AI answers, until this account publishes its own. */
  inheritedFrom: z.object({ relationId: RelationId, name: z.string(), version: z.int32() }).nullable(),
  version: z.int32(),
  updatedBy: AgentId.nullable(),
  updatedAt: Instant.nullable(),
})
export type AiAgentDetail = z.infer<typeof AiAgentDetail>

/** A test question that must pass before publishing; every one of `points` must be in the answer. */
export const AiTest = z.object({
  id: AiTestId,
  question: z.string(),
  points: z.array(z.string()),
  lastPass: z.boolean().nullable(),
  lastAnswer: z.string(),
  missing: z.array(z.string()),
  lastRunAt: Instant.nullable(),
})
export type AiTest = z.infer<typeof AiTest>

export const AiTestFailure = z.object({ testId: AiTestId, question: z.string(), missing: z.array(z.string()) })
export type AiTestFailure = z.infer<typeof AiTestFailure>

/** Null: the field is absent on that side. */
export const AiDiff = z.object({ path: z.string(), before: z.string().nullable(), after: z.string().nullable() })
export type AiDiff = z.infer<typeof AiDiff>

export const AiVersion = z.object({
  version: z.int32(),
  note: z.string(),
  agentId: AgentId.nullable(),
  agentName: z.string(),
  publishedAt: Instant,
  diff: z.array(AiDiff),
})
export type AiVersion = z.infer<typeof AiVersion>

export const AI_RANGES = ['recent7Days', 'recent30Days'] as const

/** A rate is null when its denominator is 0. */
export const AiStatistics = z.object({
  sessions: z.int32(),
  aloneRate: z.number(),
  handoffRate: z.number(),
  leadRate: z.number(),
  goodRate: z.number(),
  hitRate: z.number(),
  pointsPerLead: z.number(),
  answers: z.int32(),
  points: z.int32(),
  asOf: Instant,
})
export type AiStatistics = z.infer<typeof AiStatistics>

const OfAccount = z.object({ relationId: RelationId })
const Note = typedText(PUBLISH_NOTE_MAX, `说明最多 ${PUBLISH_NOTE_MAX} 个字`).default('')

export const aiAgentApi = {
  detail: endpoint({
    method: 'GET',
    path: '/v1/ai-agent/detail',
    access: 'channelAccount:viewPage',
    summary: 'AI 智能体',
    query: OfAccount,
    data: AiAgentDetail,
    errors: ['notFound'],
  }),
  save: endpoint({
    method: 'PUT',
    path: '/v1/ai-agent/save',
    access: 'channelAccount:settingsEdit',
    summary: '保存 AI 智能体草稿',
    body: OfAccount.extend({ draft: AiDraft, version: z.int32() }),
    data: AiAgentDetail,
    errors: ['notFound', 'stale', 'refused'],
  }),
  publish: endpoint({
    method: 'POST',
    path: '/v1/ai-agent/publish',
    access: 'channelAccount:settingsEdit',
    summary: '发布 AI 智能体',
    /**
     * `force` publishes although test questions fail; it requires a note. `draftVersion` is an optimistic lock:
     * a draft that changed meanwhile is not published.
     */
    body: OfAccount.extend({ note: Note, force: z.boolean().default(false), draftVersion: z.int32().optional() }),
    data: z.object({ version: z.int32().nullable(), failures: z.array(AiTestFailure) }),
    errors: ['notFound', 'stale', 'refused'],
  }),
  rollback: endpoint({
    method: 'POST',
    path: '/v1/ai-agent/rollback',
    access: 'channelAccount:settingsEdit',
    summary: '回滚 AI 智能体',
    body: OfAccount.extend({ version: z.int32() }),
    data: z.object({ version: z.int32() }),
    errors: ['notFound', 'refused'],
  }),
  listVersions: endpoint({
    method: 'POST',
    path: '/v1/ai-agent/version/list',
    isRead: true,
    access: 'channelAccount:viewPage',
    summary: 'AI 智能体的版本',
    body: OfAccount.extend(pageFields),
    data: pageOf(AiVersion),
    errors: ['notFound'],
  }),
  listTests: endpoint({
    method: 'POST',
    path: '/v1/ai-agent/testset/list',
    isRead: true,
    access: 'channelAccount:viewPage',
    summary: '测试问题',
    body: OfAccount,
    data: z.array(AiTest),
    errors: ['notFound'],
  }),
  saveTest: endpoint({
    method: 'POST',
    path: '/v1/ai-agent/testset/save',
    access: 'channelAccount:settingsEdit',
    summary: '保存测试问题',
    body: OfAccount.extend({
      id: AiTestId.optional(),
      question: typedText(AI_TEST_LIMITS.question, `问题最多 ${AI_TEST_LIMITS.question} 个字`).min(1, '请输入问题'),
      points: z
        .array(typedText(AI_TEST_LIMITS.pointChars, `要点最多 ${AI_TEST_LIMITS.pointChars} 个字`).min(1, '请输入要点'))
        .min(1, '请输入期望要点')
        .max(AI_TEST_LIMITS.points, `要点最多 ${AI_TEST_LIMITS.points} 条`),
    }),
    data: AiTest,
    errors: ['notFound', 'refused'],
  }),
  removeTest: endpoint({
    method: 'DELETE',
    path: '/v1/ai-agent/testset/del',
    access: 'channelAccount:settingsEdit',
    summary: '删除测试问题',
    query: OfAccount.extend({ id: AiTestId }),
    data: Ok,
    errors: ['notFound'],
  }),
  runTests: endpoint({
    method: 'POST',
    path: '/v1/ai-agent/testset/run',
    access: 'channelAccount:settingsEdit',
    summary: '运行测试问题',
    body: OfAccount.extend({ ids: z.array(AiTestId).max(AI_TESTS_MAX).optional() }),
    data: z.array(AiTest),
    errors: ['notFound'],
  }),
  statistics: endpoint({
    method: 'GET',
    path: '/v1/ai-agent/statistics',
    access: 'channelAccount:viewPage',
    summary: 'AI 智能体的效果',
    query: OfAccount.extend({ range: z.enum(AI_RANGES).default('recent7Days') }),
    data: AiStatistics,
    errors: ['notFound'],
  }),
}

export const AiAgentEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('ai_agent_change'),
    relationId: RelationId,
    at: Instant,
    operatorId: AgentId.nullable(),
  }),
])
export type AiAgentEvent = z.infer<typeof AiAgentEvent>
