import { knowledgeApi, type KnowledgeDetail, type KnowledgeType, type RelationId } from '@ruwu/contract'
import { requiredText } from '@ruwu/domain'
import { problemsOf } from '../../form/problems.ts'
import type { SaveBody, UpdateBody } from './knowledge.mutations.ts'
import { texts } from './texts.ts'

/** Source of an entry's text. */
export type Body = 'file' | 'text' | 'url'

export type KnowledgeDraft = {
  title: string
  question: string
  similar: string[]
  answer: string
  url: string
  body: Body
  text: string
  /** The id of a newly uploaded file; empty without one. */
  file: string
  /** A chosen file has no id yet: saving waits for it, leaving asks. */
  isUploading: boolean
  /** Several documents, each to become an entry; without ids yet. */
  files: readonly File[]
  enabled: boolean
}

const usualBody: Record<KnowledgeType, Body> = { qa: 'text', doc: 'file', web: 'url', goods: 'file', image: 'text' }

export const newDraft = (type: KnowledgeType): KnowledgeDraft => ({
  title: '',
  question: '',
  similar: [],
  answer: '',
  url: '',
  body: usualBody[type],
  text: '',
  file: '',
  isUploading: false,
  files: [],
  enabled: true,
})

/** Whether the text was typed here rather than read from a file or a web page. */
const isPasted = ({ type, url, origin, fileName }: KnowledgeDetail) => (type === 'web' ? origin !== url : !fileName)

export function draftOf(entry: KnowledgeDetail): KnowledgeDraft {
  const { type, title, question, similar, answer, url, text, enabled } = entry
  const body = isPasted(entry) ? 'text' : usualBody[type]
  return { title, question, similar, answer, url, body, text, file: '', isUploading: false, files: [], enabled }
}

/** Drops rows left blank. */
export const withoutBlanks = (draft: KnowledgeDraft): KnowledgeDraft => ({
  ...draft,
  similar: draft.similar.map((it) => it.trim()).filter(Boolean),
})

const keyOf = (draft: KnowledgeDraft) =>
  JSON.stringify(withoutBlanks({ ...draft, body: draft.body === 'url' ? 'url' : 'text' }))

/** Switching the source of the text alone is no change; for web pages the choice between fetching and pasting is. */
export const isSameDraft = (a: KnowledgeDraft, b: KnowledgeDraft) => keyOf(a) === keyOf(b)

/** The fields of the given entry type. */
function partsOf(type: KnowledgeType, draft: KnowledgeDraft): Omit<SaveBody, 'relationId' | 'library' | 'type'> {
  const { title, question, similar, answer, url, body, text, file, enabled } = draft
  switch (type) {
    case 'qa':
      return { question, similar, answer, enabled }
    case 'doc':
    case 'goods':
      return { title, enabled, ...(body === 'file' ? { file } : { text }) }
    case 'web':
      return { title, url, enabled, ...(body === 'text' && { text }) }
    case 'image':
      return { title, answer, enabled }
  }
}

export const createBody = (relationId: RelationId, type: KnowledgeType, draft: KnowledgeDraft): SaveBody => ({
  relationId,
  type,
  ...partsOf(type, draft),
})

/** Text, file and address are sent only when changed, because they trigger a new indexing. */
export function updateBody(base: KnowledgeDetail, draft: KnowledgeDraft): UpdateBody {
  const { text: _, file: __, ...parts } = partsOf(base.type, draft)
  return { relationId: base.relationId, id: base.id, version: base.version, ...parts, ...newTextOf(base, draft) }
}

/** A file or web page replaces pasted text, and vice versa. */
function newTextOf(base: KnowledgeDetail, { body, text, file }: KnowledgeDraft): Pick<UpdateBody, 'text' | 'file'> {
  if (base.type === 'qa' || base.type === 'image') return {}
  switch (body) {
    case 'file':
      return file ? { file, text: '' } : {}
    case 'text':
      return text.trim() === base.text.trim() ? {} : { text }
    case 'url':
      return isPasted(base) ? { text: '' } : {}
  }
}

const isHttps = (url: string) => URL.canParse(url) && new URL(url).protocol === 'https:'

/** Missing fields and the server's checks, in the order of the form. */
export function checkDraft(
  type: KnowledgeType,
  draft: KnowledgeDraft,
  base: KnowledgeDetail | undefined,
): Record<string, string> {
  // Checked one by one.
  if (draft.files.length > 0) return {}
  const problems: Record<string, string> = {}
  const require = (field: Exclude<keyof KnowledgeDraft, 'files'>, label: string) => {
    if (String(draft[field]).trim() === '') problems[field] = requiredText(label)
  }
  switch (type) {
    case 'qa':
      require('question', texts.question)
      require('answer', texts.answer)
      break
    case 'doc':
    case 'goods':
      if (draft.body === 'file') {
        if (draft.isUploading) problems.file = texts.stillUploading
        else if (!draft.file && !base?.fileName) problems.file = requiredText(texts.file, 'select')
      } else {
        require('title', texts.title)
        require('text', type === 'goods' ? texts.goodsText : texts.text)
      }
      break
    case 'web':
      if (!isHttps(draft.url.trim())) problems.url = draft.url.trim() ? texts.urlHint : requiredText(texts.url)
      if (draft.body === 'text') require('text', texts.text)
      break
    case 'image':
      require('title', texts.title)
      require('answer', texts.description)
      break
  }
  const Parts = knowledgeApi.save.body.omit({ relationId: true, library: true, type: true })
  return { ...problemsOf(Parts.safeParse(partsOf(type, draft))), ...problems }
}
