import type { Tag } from '@ruwu/contract'
import { containsWord } from '@ruwu/domain'

type TagChoices = {
  /** Matching tags by group. */
  groups: { name: string | null; tags: Tag[] }[]
  /** The same in display order. */
  tags: Tag[]
  /** The name offered for a new tag. */
  newName: string | null
}

/** Tags that can be bound by hand; system tags are excluded. */
export function tagChoices(all: readonly Tag[], keyword: string, canCreate: boolean): TagChoices {
  const trimmed = keyword.trim()
  const found = all.filter((tag) => tag.kind !== 'system' && containsWord(tag.name, trimmed))
  const byGroup = Map.groupBy(found, (tag) => tag.groupName)
  const groups = [...byGroup].map(([name, tags]) => ({ name, tags }))
  const isThere = all.some((tag) => tag.name.toLowerCase() === trimmed.toLowerCase())
  return {
    groups,
    tags: groups.flatMap((group) => group.tags),
    newName: canCreate && trimmed && !isThere ? trimmed : null,
  }
}
