import { TagFields, TagGroupFields, type Tag, type TagGroup } from '@ruwu/contract'
import { problemsOf } from '../../form/problems.ts'

export type TagDraft = TagFields
export type GroupDraft = TagGroupFields

export const newTag = (groupId: TagDraft['groupId']): TagDraft => ({
  name: '',
  color: 'blue',
  groupId,
  description: '',
})

export const draftOf = ({ name, color, groupId, description }: Tag): TagDraft => ({ name, color, groupId, description })

export const checkTag = (draft: TagDraft) => problemsOf(TagFields.safeParse(draft))

export const NEW_GROUP: GroupDraft = { name: '', single: false }

export const groupDraftOf = ({ name, single }: TagGroup): GroupDraft => ({ name, single })

export const checkGroup = (draft: GroupDraft) => problemsOf(TagGroupFields.safeParse(draft))

/** Text is compared as it would be stored. */
export const isSame = <T extends object>(one: T, other: T) => keyOf(one) === keyOf(other)

const keyOf = (draft: object) =>
  JSON.stringify(draft, (_, value: unknown) => (typeof value === 'string' ? value.trim() : value))
