import { z } from 'zod'
import { AgentId, Instant, KnowledgeId, RelationId } from './ids.ts'
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

/** 本账号, 企业共享. */
export const LIBRARIES = ['own', 'shared'] as const
export const LibraryName = z.enum(LIBRARIES)
export type LibraryName = z.infer<typeof LibraryName>

export const Knowledge = z.object({
  id: KnowledgeId,
  /** The account it is shown for; its owner unless the entry is shared. */
  relationId: RelationId,
  library: LibraryName,
  type: KnowledgeType,
  title: z.string(),
  question: z.string(),
  similar: z.array(z.string()),
  answer: z.string(),
  url: z.string(),
  /** Origin: 手动添加, 导入, a file name, a URL, 人工回复. */
  origin: z.string(),
  status: KnowledgeStatus,
  /** Learning progress in percent. */
  progress: z.int32(),
  error: z.string(),
  /** Number of chunks. */
  pieces: z.int32(),
  /** Number of answers that used it. */
  hits: z.int32(),
  lastHitAt: Instant.nullable(),
  enabled: z.boolean(),
  updatedBy: AgentId.nullable(),
  updatedByName: z.string(),
  updatedAt: Instant,
  version: z.int32(),
})
export type Knowledge = z.infer<typeof Knowledge>

/** With the fields too long for a table row. */
export const KnowledgeDetail = Knowledge.extend({
  /** Pasted text, or text extracted from the file or page. */
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
  /** Answer to the question, or description of the image. */
  answer: Answer,
  url: typedText(1000, '网址过长'),
  /** Pasted text of a document, of a table, or of a page that cannot be fetched. */
  text: typedText(KNOWLEDGE_TEXT_MAX, `正文最多 ${KNOWLEDGE_TEXT_MAX} 个字`),
  /** File id returned by the upload. */
  file: typedText(100, '文件标识不正确'),
  enabled: z.boolean(),
}

/** Fields of a new entry; omitted ones are empty. */
export const KnowledgeFields = z.object({
  title: fields.title.default(''),
  question: fields.question.default(''),
  similar: fields.similar.default([]),
  answer: fields.answer.default(''),
  url: fields.url.default(''),
  text: fields.text.default(''),
  file: fields.file.default(''),
  enabled: fields.enabled.default(true),
})
export type KnowledgeFields = z.infer<typeof KnowledgeFields>

/** Omitted fields stay unchanged. */
export const KnowledgeChanges = z.object(fields).partial()

/** The 业务介绍 of the AI's role is found like an entry; its pieces have this id and belong to no entry. */
export const INTRO_ID = '0'.repeat(32) as KnowledgeId
export const PieceType = z.enum([...KNOWLEDGE_TYPES, 'intro'])
export type PieceType = z.infer<typeof PieceType>

export const KnowledgePiece = z.object({
  knowledgeId: KnowledgeId,
  type: PieceType,
  title: z.string(),
  piece: z.string(),
  /** Likelihood that it answers the question, from 0 to 1. */
  score: z.number(),
  /** Lexical and vector score; absent without an embedding model. */
  parts: z.object({ words: z.number(), vector: z.number() }).optional(),
  /** Of the enterprise's library; absent: of the account's own. */
  isShared: z.boolean().optional(),
  /** Whether the answer used it; absent without an answer. */
  isUsed: z.boolean().optional(),
})
export type KnowledgePiece = z.infer<typeof KnowledgePiece>
