import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Ok } from './envelope.ts'
import { AgentId, CandidateId, Instant, KnowledgeId, MissId, RelationId } from './ids.ts'
import { Candidate, CANDIDATE_STATUSES, Miss, MISS_STATUSES } from './knowledge-review.ts'
import {
  Answer,
  Knowledge,
  KNOWLEDGE_FILE_BYTES_MAX,
  KNOWLEDGE_FILE_TYPES,
  KnowledgeChanges,
  KnowledgeDetail,
  KnowledgeFields,
  KnowledgePiece,
  KnowledgeStatus,
  KnowledgeType,
  LibraryName,
  Question,
} from './knowledge-entry.ts'
import { KnowledgeUse, WhereUsed } from './knowledge-usage.ts'
import { cursorFields, cursorPageOf, pageFields, pageOf, sortFields } from './paging.ts'
import { FormFlag, IMPORT_BYTES_MAX, importFields, ImportResult, TableFile } from './table-import.ts'
import { typedText } from './text.ts'

export const KNOWLEDGE_SORTS = ['hits', 'updatedAt'] as const
export const MISS_SORTS = ['times', 'lastAt'] as const

const OfAccount = z.object({ relationId: RelationId })
/** The list an entry is in or goes to: the account's own, or the one the enterprise's accounts share. */
const InLibrary = OfAccount.extend({ library: LibraryName.default('own') })

export const knowledgeApi = {
  page: endpoint({
    method: 'POST',
    path: '/v1/ai-agent/knowledge/page',
    isRead: true,
    access: 'channelAccount:viewPage',
    summary: '知识',
    body: InLibrary.extend({
      type: KnowledgeType.optional(),
      status: KnowledgeStatus.optional(),
      keyword: typedText(50, '关键词最多 50 个字').optional(),
      ...pageFields,
      ...sortFields(KNOWLEDGE_SORTS),
    }),
    data: pageOf(Knowledge).extend({
      /** Entries the AI may answer from, shared ones included, independent of library and filter. */
      inUse: z.int32(),
      /** Whether the account takes part in 企业知识库. */
      usesShared: z.boolean(),
    }),
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
  /** Stores a document's file; `save` takes its id. The type is detected from the bytes, not from the name. */
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
  template: endpoint({
    method: 'GET',
    path: '/v1/ai-agent/knowledge/template',
    access: 'channelAccount:viewPage',
    summary: '模板：问答导入，或商品服务表',
    query: z.object({ type: z.enum(['qa', 'goods']).default('qa') }),
    data: TableFile,
  }),
  /** Imports questions and answers from a table. Without `enabled` the AI does not answer from the new ones yet. */
  import: endpoint({
    method: 'POST',
    path: '/v1/ai-agent/knowledge/import',
    access: 'channelAccount:settingsEdit',
    summary: '导入问答',
    body: InLibrary.extend({ ...importFields, enabled: FormFlag.default(true) }),
    file: { maxBytes: IMPORT_BYTES_MAX },
    data: ImportResult,
    errors: ['notFound', 'refused'],
  }),
  save: endpoint({
    method: 'POST',
    path: '/v1/ai-agent/knowledge/save',
    access: 'channelAccount:settingsEdit',
    summary: '新建知识',
    body: InLibrary.extend({ ...KnowledgeFields.shape, type: KnowledgeType }),
    data: Knowledge,
    errors: ['notFound', 'refused'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/v1/ai-agent/knowledge/update',
    access: 'channelAccount:settingsEdit',
    summary: '修改知识',
    body: KnowledgeChanges.extend({ relationId: RelationId, id: KnowledgeId, version: z.int32() }),
    data: Knowledge,
    errors: ['notFound', 'stale', 'refused'],
  }),
  /** Extracts and indexes a document or page again. */
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
    errors: ['notFound', 'stale'],
  }),
  /** Moves an entry between the account's own library and the enterprise's; hits and history stay. Idempotent. */
  move: endpoint({
    method: 'PUT',
    path: '/v1/ai-agent/knowledge/move',
    access: 'channelAccount:settingsEdit',
    summary: '移动知识',
    body: OfAccount.extend({ id: KnowledgeId, library: LibraryName }),
    data: Knowledge,
    errors: ['notFound', 'refused'],
  }),
  /** Whether the account's AI also answers from 企业知识库. */
  useShared: endpoint({
    method: 'PUT',
    path: '/v1/ai-agent/knowledge/use-shared',
    access: 'channelAccount:settingsEdit',
    summary: '使用企业知识库',
    body: OfAccount.extend({ enabled: z.boolean() }),
    data: Ok,
    errors: ['notFound'],
  }),
  /** Usage counts of an entry, per account. */
  whereUsed: endpoint({
    method: 'GET',
    path: '/v1/ai-agent/knowledge/where-used',
    access: 'channelAccount:viewPage',
    summary: '知识的引用情况',
    query: OfAccount.extend({ id: KnowledgeId }),
    data: WhereUsed,
    errors: ['notFound'],
  }),
  /** Answers that used an entry, newest first, filtered to customers the caller may see: a page may have fewer rows than its limit. */
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
    body: OfAccount.extend({
      status: z.enum(MISS_STATUSES).default('open'),
      ...pageFields,
      ...sortFields(MISS_SORTS),
    }),
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
    /** Null: the library of the enterprise. */
    relationId: RelationId.nullable(),
    at: Instant,
    operatorId: AgentId.nullable(),
  }),
])
export type KnowledgeEvent = z.infer<typeof KnowledgeEvent>
