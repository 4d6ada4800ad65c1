import type { Tag } from '@ruwu/contract'
import { containsWord } from '@ruwu/domain'

export type TagChoices = {
  /** Those the word finds, in their groups. */
  groups: { name: string | null; tags: Tag[] }[]
  /** The same one after the other, as they are walked. */
  tags: Tag[]
  /** The name of a tag that is not there yet. */
  newName: string | null
}

/** What can be put on a customer. The system keeps its own tags itself. */
export function tagChoices(all: readonly Tag[], keyword: string, canCreate: boolean): TagChoices {
  const word = keyword.trim()
  const found = all.filter((tag) => tag.kind !== 'system' && containsWord(tag.name, word))
  const byGroup = Map.groupBy(found, (tag) => tag.groupName)
  const groups = [...byGroup].map(([name, tags]) => ({ name, tags }))
  const isThere = all.some((tag) => tag.name.toLowerCase() === word.toLowerCase())
  return { groups, tags: groups.flatMap((group) => group.tags), newName: canCreate && word && !isThere ? word : null }
}
