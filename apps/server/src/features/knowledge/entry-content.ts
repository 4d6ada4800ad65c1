import type { KnowledgeFields, KnowledgeType } from '@ruwu/contract'
import { KNOWLEDGE_TYPE_LABELS } from '@ruwu/domain'
import type { KnowledgeRow, NewKnowledge } from './knowledge.repo.ts'
import { ORIGIN_TYPED } from './qa.ts'

export type Change = { [Field in keyof KnowledgeFields]?: KnowledgeFields[Field] | undefined }

const TITLE_CHARS = 100
const FIRST_LINE_CHARS = 30

/** Columns of an entry that has to be learned. Precedence of the source: pasted text, then file, then page. */
export function contentOf(
  type: KnowledgeType,
  { title, answer, url, text }: KnowledgeFields,
  file: { key: string; fileName: string } | undefined,
) {
  const isPasted = text !== ''
  const fileName = file?.fileName ?? ''
  return {
    title:
      title ||
      fileName.slice(0, TITLE_CHARS) ||
      url.slice(0, TITLE_CHARS) ||
      firstLine(text) ||
      KNOWLEDGE_TYPE_LABELS[type],
    answer,
    url: type === 'web' ? url : '',
    body: text,
    isPasted,
    fileKey: file?.key ?? '',
    fileName,
    origin: fileName || (isPasted ? '' : url) || ORIGIN_TYPED,
  } satisfies Partial<NewKnowledge>
}

const firstLine = (text: string) => (text.split('\n', 1)[0] ?? '').trim().slice(0, FIRST_LINE_CHARS)

const fieldsOf = (row: KnowledgeRow): KnowledgeFields => ({
  title: row.title,
  question: row.question,
  similar: row.similar,
  answer: row.answer,
  url: row.url,
  text: row.isPasted ? row.body : '',
  file: row.fileKey,
  enabled: row.enabled,
})

/** A new file or address replaces a pasted text. */
export function withChange(before: KnowledgeRow, change: Change): KnowledgeFields {
  const was = fieldsOf(before)
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const changed: KnowledgeFields = { ...was, ...given }
  const isElsewhere = changed.file !== was.file || changed.url !== was.url
  return isElsewhere && change.text === undefined ? { ...changed, text: '' } : changed
}

/** Whether the change requires learning again. */
export function hasNewContent(before: KnowledgeRow, input: KnowledgeFields): boolean {
  const was = fieldsOf(before)
  const names = LEARNED_FROM[before.type]
  return names.some((name) => input[name] !== was[name])
}

const LEARNED_FROM: Record<KnowledgeType, readonly (keyof KnowledgeFields)[]> = {
  qa: [],
  doc: ['text', 'file'],
  goods: ['text', 'file'],
  web: ['text', 'url'],
  image: ['title', 'answer'],
}
