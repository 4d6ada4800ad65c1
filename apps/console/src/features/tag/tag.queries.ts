import { tagApi, type Tag, type TagId } from '@ruwu/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const tagKeys = { all: ['tag'] as const, list: ['tag', 'list'] as const }

const listOptions = { queryKey: tagKeys.list, queryFn: () => call(tagApi.list), staleTime: 5 * 60_000 }

/** Every tag of the enterprise. */
export const useTags = () => useQuery(listOptions)

export type TagMap = ReadonlyMap<TagId, Tag>

const NO_TAGS: TagMap = new Map()
const byId = (tags: Tag[]): TagMap => new Map(tags.map((tag) => [tag.id, tag]))

/** The same by id, for rows that name a few of them; empty while unknown. */
export const useTagMap = (): TagMap => useQuery({ ...listOptions, select: byId }).data ?? NO_TAGS
