import { tagApi, type Tag, type TagId } from '@ruwu/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const tagKeys = {
  all: ['tag'] as const,
  list: ['tag', 'list'] as const,
  usage: ['tag', 'usage'] as const,
  groups: ['tag', 'groups'] as const,
}

const listOptions = {
  queryKey: tagKeys.list,
  queryFn: () => call(tagApi.list, { body: { withUsage: false } }),
  staleTime: 5 * 60_000,
}

/** All tags of the enterprise, without their counts. */
export const useTags = () => useQuery(listOptions)

export type TagMap = ReadonlyMap<TagId, Tag>

const NO_TAGS: TagMap = new Map()
const byId = (tags: Tag[]): TagMap => new Map(tags.map((tag) => [tag.id, tag]))

/** Tags by id; empty while loading. */
export const useTagMap = (): TagMap => useQuery({ ...listOptions, select: byId }).data ?? NO_TAGS

/** All tags with the number of their customers. */
export const useTagUsage = () =>
  useQuery({ queryKey: tagKeys.usage, queryFn: () => call(tagApi.list, { body: { withUsage: true } }) })

export const useTagGroups = () => useQuery({ queryKey: tagKeys.groups, queryFn: () => call(tagApi.listGroups) })
