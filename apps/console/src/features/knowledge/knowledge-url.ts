import {
  KNOWLEDGE_SORTS,
  KNOWLEDGE_STATUSES,
  KNOWLEDGE_TYPES,
  type KnowledgeType,
  type LibraryName,
  type RelationId,
} from '@ruwu/contract'
import { readKeyword } from '../../list/url-query.ts'
import { readPaging, withPaging, type Paging } from '../../list/url-query.ts'
import { readSort } from '../../list/url-sort.ts'
import type { KnowledgeFilter } from './knowledge.queries.ts'

/** 本账号, 企业共享, 待审核问答, 未命中问题. */
export const SUBS = ['entry', 'shared', 'candidate', 'miss'] as const
type Sub = (typeof SUBS)[number]

/** Overlays. */
const OVERLAYS = ['hit', 'import'] as const
type Overlay = (typeof OVERLAYS)[number]

export type ReadFilter = KnowledgeFilter & Paging & { relationId: RelationId; library: LibraryName }

const NEW_PREFIX = 'new-'

export const readSub = (search: URLSearchParams): Sub => SUBS.find((it) => it === search.get('sub')) ?? 'entry'

/** Where entries are listed and added; reviewed questions go to the account's own library. */
export const readLibrary = (search: URLSearchParams): LibraryName => (readSub(search) === 'shared' ? 'shared' : 'own')

export const readOverlay = (search: URLSearchParams): Overlay | undefined =>
  OVERLAYS.find((it) => it === search.get('layer'))

export function readFilter(search: URLSearchParams, relationId: RelationId): ReadFilter {
  const type = KNOWLEDGE_TYPES.find((it) => it === search.get('type'))
  const status = KNOWLEDGE_STATUSES.find((it) => it === search.get('status'))
  const keyword = readKeyword(search)
  const sort = readSort(search, KNOWLEDGE_SORTS)
  return {
    relationId,
    library: readLibrary(search),
    ...(type && { type }),
    ...(status && { status }),
    ...(keyword && { keyword }),
    ...(sort && { sort }),
    ...readPaging(search),
  }
}

/** The URL belongs to the whole page, so only the tab's own parameters change; a new filter resets the page number. */
export function withFilter(
  search: URLSearchParams,
  { type, status, keyword, pageSize }: Pick<ReadFilter, 'type' | 'status' | 'keyword' | 'pageSize'>,
): URLSearchParams {
  const next = withPaging(search, { page: 1, pageSize })
  for (const [name, value] of Object.entries({ type, status, keyword })) put(next, name, value)
  return next
}

/** Switching the part resets filter, order and overlay. */
export function withSub(search: URLSearchParams, sub: Sub): URLSearchParams {
  const next = withPaging(search, { page: 1, pageSize: readPaging(search).pageSize })
  for (const name of ['type', 'status', 'keyword', 'sort', 'entry', 'layer', 'usage']) next.delete(name)
  put(next, 'sub', sub === 'entry' ? undefined : sub)
  return next
}

/** The open editor: an existing entry, or a new one of a type. */
type OpenEntry = { id: string } | { newType: KnowledgeType }

export function readEntry(search: URLSearchParams): OpenEntry | undefined {
  const entry = search.get('entry')
  if (!entry) return undefined
  const newType = KNOWLEDGE_TYPES.find((it) => entry === NEW_PREFIX + it)
  return newType ? { newType } : { id: entry }
}

export function withEntry(search: URLSearchParams, open: OpenEntry | undefined): URLSearchParams {
  const next = new URLSearchParams(search)
  put(next, 'entry', open && ('id' in open ? open.id : NEW_PREFIX + open.newType))
  return next
}

/** The entry whose usage is open. */
export const readUsage = (search: URLSearchParams): string | undefined => search.get('usage') ?? undefined

export function withUsage(search: URLSearchParams, id: string | undefined): URLSearchParams {
  const next = new URLSearchParams(search)
  put(next, 'usage', id)
  return next
}

export function withOverlay(search: URLSearchParams, layer: Overlay | undefined): URLSearchParams {
  const next = new URLSearchParams(search)
  put(next, 'layer', layer)
  return next
}

function put(search: URLSearchParams, name: string, value: string | undefined) {
  if (value) search.set(name, value)
  else search.delete(name)
}
