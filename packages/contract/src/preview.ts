import { z } from 'zod'
import { AiDecision, AiGenerator, CheckFinding } from './ai-run.ts'
import { endpoint } from './endpoint.ts'
import { Ok } from './envelope.ts'
import { KnowledgeId, PreviewId, RelationId } from './ids.ts'
import { Answer, KnowledgePiece, Question } from './knowledge-entry.ts'
import { Source } from './source.ts'
import { typedText } from './text.ts'

export const PREVIEW_QUESTION_MAX = 1000
/** Limit per enterprise and day. */
export const PREVIEW_ANSWERS_MAX = 200
export const PREVIEW_TIMEOUT_MS = 60_000

const OfPreview = z.object({ convId: PreviewId })
/** Previews left today. */
const left = { left: z.int32() }

const TurnId = typedText(40, '回答标识不正确')

/** `turnId` identifies one question with its answer. */
const turn = { convId: PreviewId, turnId: z.string() }

/** Progress of a preview; each is a frame of this type, not in the event log. */
export const PreviewFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('preview'), ...turn, state: z.enum(['thinking', 'answering']) }),
  /** All pieces retrieved so far. */
  z.object({ type: z.literal('preview_knowledge'), ...turn, pieces: z.array(KnowledgePiece) }),
  /** Next text chunk of message `index`; with `isWhole` the text replaces all earlier chunks. */
  z.object({ type: z.literal('preview_message'), ...turn, index: z.int32(), text: z.string(), isWhole: z.boolean() }),
  z.object({ type: z.literal('preview_event'), ...turn, decision: AiDecision, findings: z.array(CheckFinding) }),
  z.object({
    type: z.literal('preview_done'),
    ...turn,
    durationMs: z.int32(),
    /** Points it would have cost. */
    points: z.int32(),
    generator: AiGenerator,
    error: z.string().nullable(),
  }),
])
export type PreviewFrame = z.infer<typeof PreviewFrame>
export const PREVIEW_FRAMES = [
  'preview',
  'preview_knowledge',
  'preview_message',
  'preview_event',
  'preview_done',
] as const

export const previewApi = {
  start: endpoint({
    method: 'POST',
    path: '/v1/im/preview/start',
    access: 'channelAccount:viewPage',
    summary: '开始预览',
    body: z.object({ subSourceId: RelationId, source: Source }),
    data: OfPreview.extend(left),
    errors: ['notFound'],
  }),
  chat: endpoint({
    method: 'POST',
    path: '/v1/im/preview/chat-ws',
    access: 'channelAccount:viewPage',
    summary: '预览提问，回答从实时连接来',
    body: OfPreview.extend({
      text: typedText(PREVIEW_QUESTION_MAX, `最多 ${PREVIEW_QUESTION_MAX} 个字`).min(1, '请输入内容'),
      useDraft: z.boolean().default(true),
    }),
    data: z.object({ turnId: z.string(), ...left }),
    errors: ['notFound', 'refused'],
  }),
  restart: endpoint({
    method: 'POST',
    path: '/v1/im/preview/restart',
    access: 'channelAccount:viewPage',
    summary: '重新开始预览',
    body: OfPreview,
    data: OfPreview,
    errors: ['notFound'],
  }),
  exit: endpoint({
    method: 'POST',
    path: '/v1/im/preview/exit',
    access: 'channelAccount:viewPage',
    summary: '结束预览',
    body: OfPreview,
    data: Ok,
  }),
  feedback: endpoint({
    method: 'POST',
    path: '/v1/im/preview/feedback',
    access: 'channelAccount:viewPage',
    summary: '评价预览的回答',
    body: OfPreview.extend({ turnId: TurnId, rating: z.enum(['good', 'bad', 'none']) }),
    data: Ok,
    errors: ['notFound'],
  }),
  /** 改答案→存为知识. */
  keep: endpoint({
    method: 'POST',
    path: '/v1/im/preview/keep-answer',
    access: 'channelAccount:settingsEdit',
    summary: '改答案并存为知识',
    body: OfPreview.extend({
      turnId: TurnId,
      question: Question.min(1, '请输入问题'),
      answer: Answer.min(1, '请输入答案'),
    }),
    data: z.object({ knowledgeId: KnowledgeId }),
    errors: ['notFound', 'refused'],
  }),
}
