import { TagGroupId, type Tag, type TagGroup } from '@ruwu/contract'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { readKeyword, writeQuery } from '../../list/url-query.ts'

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
  const [search, setSearch] = useSearchParams()
  const filter = readTagFilter(search)
  // What was asked for last: a navigation is drawn later, and a debounced keyword may come before that.
  const latest = useRef(search)
  useEffect(() => {
    latest.current = search
  }, [search])
  const go = (next: URLSearchParams, options?: { replace: boolean }) => {
    latest.current = next
    setSearch(next, options)
  }
  const openTag = (id: string | undefined, options?: { replace: boolean }) => {
    const next = new URLSearchParams(latest.current)
    if (id) next.set('tag', id)
    else next.delete('tag')
    go(next, options)
  }
  return {
    filter,
    tagId: search.get('tag') ?? undefined,
    show: ({ group, keyword }: TagFilter) => {
      const tag = latest.current.get('tag') ?? undefined
      go(writeQuery({ group: group === 'all' ? undefined : group, keyword, tag }))
    },
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
