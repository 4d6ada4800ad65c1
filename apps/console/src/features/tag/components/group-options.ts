import { type TagGroup, TagGroupId } from '@ruwu/contract'
import { texts } from '../texts.ts'

/** Value of a select for a tag without a group. */
export const UNGROUPED = 'none'

/** The group of a select's value. */
export const chosenGroup = (value: string): TagGroupId | null => TagGroupId.safeParse(value).data ?? null

/** Options of a select; a single-choice group says so. */
export const groupOptions = (groups: TagGroup[]): { value: TagGroupId | typeof UNGROUPED; label: string }[] => [
  { value: UNGROUPED, label: texts.ungrouped },
  ...groups.map(({ id, name, single }) => ({ value: id, label: single ? `${name}（${texts.single}）` : name })),
]
