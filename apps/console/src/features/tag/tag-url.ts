import { TagGroupId, type Tag, type TagGroup } from '@ruwu/contract'
import { readKeyword, writeQuery } from '../../list/url-query.ts'
import { useUrlQuery } from '../../list/use-url-query.ts'

/** A node of the tree: all tags, those without a group, the system's, or those of one group. */
export type TagNode = 'all' | 'none' | 'system' | TagGroupId

export type TagFilter = { group: TagNode; keyword: string | undefined }

/** Takes the place of an id in the URL while a tag is created. */
export const NEW_TAG = 'new'

export function readTagFilter(search: URLSearchParams): TagFilter {
  const asked = search.get('group')
  const group = asked === 'none' || asked === 'system' ? asked : TagGroupId.safeParse(asked).data
  return { group: group ?? 'all', keyword: readKeyword(search) }
}

/** The filter and the open tag, kept in the URL. */
export function useTagUrl() {
  const [query, change] = useUrlQuery()
  const openTag = (id: string | undefined, options?: { replace: boolean }) =>
    change((old) => {
      if (id) old.set('tag', id)
      else old.delete('tag')
      return old
    }, options)
  return {
    filter: readTagFilter(query),
    tagId: query.get('tag') ?? undefined,
    show: (part: Partial<TagFilter>) =>
      change((old) => {
        const { group, keyword } = { ...readTagFilter(old), ...part }
        return writeQuery({
          group: group === 'all' ? undefined : group,
          keyword,
          tag: old.get('tag') ?? undefined,
          sort: old.get('sort') ?? undefined,
        })
      }),
    openTag,
    closeTag: () => openTag(undefined, { replace: true }),
  }
}

export const isGroup = (node: TagNode): node is TagGroupId => node !== 'all' && node !== 'none' && node !== 'system'

/** The group of a copied address may be deleted: 全部 then. */
export const knownGroup = (node: TagNode, groups: readonly TagGroup[]): TagNode =>
  isGroup(node) && !groups.some(({ id }) => id === node) ? 'all' : node

export function isInNode(tag: Tag, node: TagNode): boolean {
  if (node === 'all') return true
  if (node === 'system') return tag.kind === 'system'
  if (node === 'none') return tag.kind !== 'system' && tag.groupId === null
  return tag.groupId === node
}

export const filterTags = (tags: Tag[], { group, keyword = '' }: TagFilter): Tag[] =>
  tags.filter((tag) => isInNode(tag, group) && tag.name.toLowerCase().includes(keyword.toLowerCase()))
