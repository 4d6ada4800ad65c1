import { TagFields, TagGroupFields, type Tag, type TagCondition, type TagGroup, type TagRule } from '@ruwu/contract'
import { problemsOf } from '../../form/problems.ts'

export type TagDraft = TagFields
export type GroupDraft = TagGroupFields

export const newTag = (groupId: TagDraft['groupId']): TagDraft => ({
  name: '',
  color: 'blue',
  groupId,
  description: '',
  kind: 'manual',
  rule: null,
  aiPrompt: '',
})

export const draftOf = ({ name, color, groupId, description, kind, rule, aiPrompt }: Tag): TagDraft => ({
  name,
  color,
  groupId,
  description,
  kind: kind === 'system' ? 'manual' : kind,
  rule,
  aiPrompt,
})

/** A new rule begins with a keyword condition. */
export const NEW_RULE: TagRule = { op: 'all', conditions: [newCondition('keyword')], action: 'bind' }

export function newCondition(type: TagCondition['type']): TagCondition {
  if (type === 'keyword') return { type, words: [], match: 'any' }
  if (type === 'silence') return { type, minutes: 60 }
  if (type === 'account') return { type, relationIds: [] }
  return { type }
}

export const checkTag = (draft: TagDraft) => problemsOf(TagFields.safeParse(draft))

export const NEW_GROUP: GroupDraft = { name: '', single: false }

export const groupDraftOf = ({ name, single }: TagGroup): GroupDraft => ({ name, single })

export const checkGroup = (draft: GroupDraft) => problemsOf(TagGroupFields.safeParse(draft))

/** Text is compared as it would be stored. */
export const isSame = <T extends object>(one: T, other: T) => keyOf(one) === keyOf(other)

const keyOf = (draft: object) =>
  JSON.stringify(draft, (_, value: unknown) => (typeof value === 'string' ? value.trim() : value))
