import { type QuickReply, QuickReplyFields, type QuickReplyGroupId } from '@ruwu/contract'
import { problemsOf } from '../../form/problems.ts'

export type ReplyDraft = QuickReplyFields

export const draftOf = ({ groupId, title, content, parts, code, sources }: QuickReply): ReplyDraft => ({
  groupId,
  title,
  content,
  parts,
  code,
  sources,
})

export const newDraft = (groupId: QuickReplyGroupId | null): ReplyDraft => ({
  groupId,
  title: '',
  content: '',
  parts: [],
  code: '',
  sources: [],
})

export const isSameDraft = (one: ReplyDraft, other: ReplyDraft) => JSON.stringify(one) === JSON.stringify(other)

export const checkDraft = (draft: ReplyDraft) => problemsOf(QuickReplyFields.safeParse(draft))
