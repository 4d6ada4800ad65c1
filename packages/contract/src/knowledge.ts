import { z } from 'zod'
import { AccountType } from './channel.ts'
import { endpoint } from './endpoint.ts'
import { Ok } from './envelope.ts'
import {
  AgentId,
  AiRunId,
  CandidateId,
  CustomerId,
  Instant,
  KnowledgeId,
  MessageId,
  MissId,
  RelationId,
} from './ids.ts'
import { cursorFields, cursorPageOf, pageFields, pageOf } from './paging.ts'
import { Source } from './source.ts'
import { typedText } from './text.ts'

export const KNOWLEDGE_MAX = 10_000
export const KNOWLEDGE_IMPORT_ROWS_MAX = 10_000
export const KNOWLEDGE_FILE_BYTES_MAX = 10 * 1024 * 1024
export const KNOWLEDGE_FILE_TYPES = ['pdf', 'docx', 'txt', 'md', 'xlsx', 'html'] as const
export const KNOWLEDGE_TEXT_MAX = 200_000
export const KNOWLEDGE_TITLE_MAX = 100
export const SIMILAR_MAX = 10
export const QUESTION_CHARS_MAX = 200
export const ANSWER_CHARS_MAX = 1000
export const HITS_SHOWN = 5

/** 问答, 文档, 网页, 商品服务表, 图片. */
export const KNOWLEDGE_TYPES = ['qa', 'doc', 'web', 'goods', 'image'] as const
export const KnowledgeType = z.enum(KNOWLEDGE_TYPES)
export type KnowledgeType = z.infer<typeof KnowledgeType>

/** 学习中, 生效, 失败. */
export const KNOWLEDGE_STATUSES = ['learning', 'active', 'failed'] as const
export const KnowledgeStatus = z.enum(KNOWLEDGE_STATUSES)

export const Knowledge = z.object({
  id: KnowledgeId,
  relationId: RelationId,
  type: KnowledgeType,
  title: z.string(),
  question: z.string(),
  similar: z.array(z.string()),
  answer: z.string(),
  url: z.string(),
  /** Where it came from: 手动添加, 导入, a file's name, an address, 人工回复. */
  origin: z.string(),
  status: KnowledgeStatus,
  /** In per cent, while it is being learned. */
  progress: z.int32(),
  error: z.string(),
  /** How many pieces it was cut into. */
  pieces: z.int32(),
  /** How many answers were made from it, and the time of the last. */
  hits: z.int32(),
  lastHitAt: Instant.nullable(),
  enabled: z.boolean(),
  updatedBy: AgentId.nullable(),
  updatedByName: z.string(),
  updatedAt: Instant,
  version: z.int32(),
})
export type Knowledge = z.infer<typeof Knowledge>

/** With what is too long for a table. */
export const KnowledgeDetail = Knowledge.extend({
  /** As it was pasted, or as it was read from the file or page. */
  text: z.string(),
  fileName: z.string(),
})
export type KnowledgeDetail = z.infer<typeof KnowledgeDetail>

export const Question = typedText(QUESTION_CHARS_MAX, `问题最多 ${QUESTION_CHARS_MAX} 个字`)
export const Answer = typedText(ANSWER_CHARS_MAX, `答案最多 ${ANSWER_CHARS_MAX} 个字`)

const fields = {
  title: typedText(KNOWLEDGE_TITLE_MAX, `标题最多 ${KNOWLEDGE_TITLE_MAX} 个字`),
  question: Question,
  similar: z.array(Question.min(1, '请输入相似问')).max(SIMILAR_MAX, `相似问最多 ${SIMILAR_MAX} 个`),
  /** Of a question, or what is to be seen in a picture. */
  answer: Answer,
  url: typedText(1000, '网址过长'),
  /** A pasted text: of a document or table without a file, or of a page that cannot be fetched. */
  text: typedText(KNOWLEDGE_TEXT_MAX, `正文最多 ${KNOWLEDGE_TEXT_MAX} 个字`),
  /** The id of an uploaded file, as the upload answered it. */
  file: typedText(100, '文件标识不正确'),
  enabled: z.boolean(),
}

const NewFields = z.object({
  title: fields.title.default(''),
  question: fields.question.default(''),
  similar: fields.similar.default([]),
  answer: fields.answer.default(''),
  url: fields.url.default(''),
  text: fields.text.default(''),
  file: fields.file.default(''),
  enabled: fields.enabled.default(true),
})
export type KnowledgeFields = z.infer<typeof NewFields>

export const KnowledgePiece = z.object({
  knowledgeId: KnowledgeId,
  type: KnowledgeType,
  title: z.string(),
  piece: z.string(),
  /** From 0 to 1. */
  score: z.number(),
  /** How well it fits by its words and by its vector; left out where nothing makes vectors. */
  parts: z.object({ words: z.number(), vector: z.number() }).optional(),
})
export type KnowledgePiece = z.infer<typeof KnowledgePiece>

/** What 近 30 天 counts. */
export const RECENT_HIT_DAYS = 30

/** Whose customers an entry answers. */
export const KnowledgeUser = z.object({
  relationId: RelationId,
  name: z.string(),
  source: Source,
  accountType: AccountType,
  /** Of the published AI that answers from it; null: none does yet. */
  aiVersion: z.int32().nullable(),
})
export type KnowledgeUser = z.infer<typeof KnowledgeUser>

export const WhereUsed = z.object({
  title: z.string(),
  enabled: z.boolean(),
  hits: z.int32(),
  recentHits: z.int32(),
  lastHitAt: Instant.nullable(),
  accounts: z.array(KnowledgeUser),
})
export type WhereUsed = z.infer<typeof WhereUsed>

/** An answer that was made from an entry. */
export const KnowledgeUse = z.object({
  runId: AiRunId,
  customerId: CustomerId,
  customerName: z.string(),
  source: Source,
  /** 已回复, or 转人工 although something was found. */
  state: z.enum(['sent', 'handoff']),
  question: z.string(),
  score: z.number().nullable(),
  /** What was said first, else what was asked. */
  messageId: MessageId.nullable(),
  at: Instant,
})
export type KnowledgeUse = z.infer<typeof KnowledgeUse>

export const CANDIDATE_STATUSES = ['pending', 'accepted', 'rejected'] as const

/** Asked by a customer and answered by a person: it may become knowledge. */
export const Candidate = z.object({
  id: CandidateId,
  question: z.string(),
  answer: z.string(),
  times: z.int32(),
  customerId: CustomerId.nullable(),
  messageId: MessageId.nullable(),
  lastAt: Instant,
  status: z.enum(CANDIDATE_STATUSES),
})
export type Candidate = z.infer<typeof Candidate>

export const MISS_STATUSES = ['open', 'answered', 'ignored'] as const

/** Asked by customers, and found in no knowledge. */
export const Miss = z.object({
  id: MissId,
  question: z.string(),
  times: z.int32(),
  customerId: CustomerId.nullable(),
  customerName: z.string(),
  messageId: MessageId.nullable(),
  lastAt: Instant,
  status: z.enum(MISS_STATUSES),
})
export type Miss = z.infer<typeof Miss>

export const ON_DUPLICATE = ['skip', 'overwrite'] as const
export const ImportResult = z.object({
  success: z.int32(),
  /** Rows that are there already: left as they were, or overwritten. */
  duplicates: z.int32(),
  failed: z.array(z.object({ row: z.int32(), msg: z.string() })),
})
export type ImportResult = z.infer<typeof ImportResult>

/** The first row of a sheet to import. */
export const IMPORT_COLUMNS = { question: '问题', similar: '相似问', answer: '答案' } as const

const OfAccount = z.object({ relationId: RelationId })

export const knowledgeApi = {
  page: endpoint({
    method: 'POST',
    path: '/v1/ai-agent/knowledge/page',
    isRead: true,
    access: 'channelAccount:viewPage',
    summary: '知识',
    body: OfAccount.extend({
      type: KnowledgeType.optional(),
      status: KnowledgeStatus.optional(),
      keyword: typedText(50, '关键词最多 50 个字').optional(),
      ...pageFields,
    }),
    data: pageOf(Knowledge),
    errors: ['notFound'],
  }),
  detail: endpoint({
    method: 'GET',
    path: '/v1/ai-agent/knowledge/detail',
    access: 'channelAccount:viewPage',
    summary: '一条知识',
    query: OfAccount.extend({ id: KnowledgeId }),
    data: KnowledgeDetail,
    errors: ['notFound'],
  }),
  /** Keeps a document's file; `save` takes its id. What it is, is read from its bytes. */
  upload: endpoint({
    method: 'POST',
    path: '/v1/ai-agent/knowledge/upload',
    access: 'channelAccount:settingsEdit',
    summary: '上传知识文件',
    body: OfAccount,
    file: { maxBytes: KNOWLEDGE_FILE_BYTES_MAX },
    data: z.object({ file: z.string(), name: z.string(), type: z.enum(KNOWLEDGE_FILE_TYPES), size: z.int32() }),
    errors: ['notFound', 'refused'],
  }),
  /** The sheet to fill in, as base64. */
  template: endpoint({
    method: 'GET',
    path: '/v1/ai-agent/knowledge/template',
    access: 'channelAccount:viewPage',
    summary: '问答导入模板',
    data: z.object({ name: z.string(), content: z.base64() }),
  }),
  /** Questions with their answers from a sheet. With `dryRun` nothing is changed: it tells what would happen. */
  import: endpoint({
    method: 'POST',
    path: '/v1/ai-agent/knowledge/import',
    access: 'channelAccount:settingsEdit',
    summary: '导入问答',
    body: OfAccount.extend({
      onDuplicate: z.enum(ON_DUPLICATE).default('skip'),
      dryRun: z.union([z.boolean(), z.stringbool()]).default(false),
    }),
    file: { maxBytes: KNOWLEDGE_FILE_BYTES_MAX },
    data: ImportResult,
    errors: ['notFound', 'refused'],
  }),
  save: endpoint({
    method: 'POST',
    path: '/v1/ai-agent/knowledge/save',
    access: 'channelAccount:settingsEdit',
    summary: '新建知识',
    body: NewFields.extend({ relationId: RelationId, type: KnowledgeType }),
    data: Knowledge,
    errors: ['notFound', 'refused'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/v1/ai-agent/knowledge/update',
    access: 'channelAccount:settingsEdit',
    summary: '修改知识',
    /** What is left out stays as it is. */
    body: z.object(fields).partial().extend({ relationId: RelationId, id: KnowledgeId, version: z.int32() }),
    data: Knowledge,
    errors: ['notFound', 'stale', 'refused'],
  }),
  /** Learns a document or page anew. */
  relearn: endpoint({
    method: 'POST',
    path: '/v1/ai-agent/knowledge/relearn',
    access: 'channelAccount:settingsEdit',
    summary: '重新学习',
    body: OfAccount.extend({ id: KnowledgeId }),
    data: Knowledge,
    errors: ['notFound', 'refused'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/v1/ai-agent/knowledge/del',
    access: 'channelAccount:settingsEdit',
    summary: '删除知识',
    query: OfAccount.extend({ id: KnowledgeId }),
    data: Ok,
    errors: ['notFound'],
  }),
  /** How often answers were made from an entry, and for which accounts. */
  whereUsed: endpoint({
    method: 'GET',
    path: '/v1/ai-agent/knowledge/where-used',
    access: 'channelAccount:viewPage',
    summary: '知识的引用情况',
    query: OfAccount.extend({ id: KnowledgeId }),
    data: WhereUsed,
    errors: ['notFound'],
  }),
  /** The answers themselves, the newest first, as far as the caller may see their customers. A page may be short of its limit. */
  usage: endpoint({
    method: 'POST',
    path: '/v1/ai-agent/knowledge/usage',
    isRead: true,
    access: 'im:viewPage',
    summary: '引用知识的会话',
    body: OfAccount.extend({ id: KnowledgeId, ...cursorFields(20) }),
    data: cursorPageOf(KnowledgeUse).extend({ isScoped: z.boolean() }),
    errors: ['notFound'],
  }),
  hitTest: endpoint({
    method: 'POST',
    path: '/v1/ai-agent/knowledge/hit-test',
    isRead: true,
    access: 'channelAccount:viewPage',
    summary: '命中测试',
    body: OfAccount.extend({ question: Question.min(1, '请输入问题') }),
    data: z.array(KnowledgePiece),
    errors: ['notFound'],
  }),
  pageCandidates: endpoint({
    method: 'POST',
    path: '/v1/ai-agent/candidate/page',
    isRead: true,
    access: 'channelAccount:viewPage',
    summary: '待审核问答',
    body: OfAccount.extend({ status: z.enum(CANDIDATE_STATUSES).default('pending'), ...pageFields }),
    data: pageOf(Candidate),
    errors: ['notFound'],
  }),
  reviewCandidate: endpoint({
    method: 'PUT',
    path: '/v1/ai-agent/candidate/review',
    access: 'channelAccount:settingsEdit',
    summary: '审核问答',
    body: OfAccount.extend({
      id: CandidateId,
      action: z.enum(['accept', 'reject']),
      question: Question.default(''),
      answer: Answer.default(''),
    }),
    data: Candidate,
    errors: ['notFound', 'refused', 'stale'],
  }),
  pageMisses: endpoint({
    method: 'POST',
    path: '/v1/ai-agent/miss/page',
    isRead: true,
    access: 'channelAccount:viewPage',
    summary: '未命中问题',
    body: OfAccount.extend({ status: z.enum(MISS_STATUSES).default('open'), ...pageFields }),
    data: pageOf(Miss),
    errors: ['notFound'],
  }),
  /** 补充答案 or 忽略. */
  settleMiss: endpoint({
    method: 'PUT',
    path: '/v1/ai-agent/miss/settle',
    access: 'channelAccount:settingsEdit',
    summary: '补充答案或忽略',
    body: OfAccount.extend({
      id: MissId,
      action: z.enum(['answer', 'ignore']),
      question: Question.default(''),
      answer: Answer.default(''),
    }),
    data: Miss,
    errors: ['notFound', 'refused', 'stale'],
  }),
}

export const KnowledgeEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('knowledge_change'),
    relationId: RelationId,
    at: Instant,
    operatorId: AgentId.nullable(),
  }),
])
export type KnowledgeEvent = z.infer<typeof KnowledgeEvent>
