import { knowledgeApi, type CallArgs, type KnowledgeId, type RelationId } from '@ruwu/contract'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { showError } from '../../api/show-error.ts'
import type { Paging } from '../../list/url-query.ts'

export type KnowledgeFilter = CallArgs<typeof knowledgeApi.page>['body']

type MissSort = CallArgs<typeof knowledgeApi.pageMisses>['body']['sort']

export const knowledgeKeys = {
  all: ['knowledge'] as const,
  account: (relationId: RelationId) => ['knowledge', relationId] as const,
  page: (filter: KnowledgeFilter) => ['knowledge', filter.relationId, 'page', filter] as const,
  detail: (relationId: RelationId, id: KnowledgeId) => ['knowledge', relationId, 'detail', id] as const,
  whereUsed: (relationId: RelationId, id: KnowledgeId) => ['knowledge', relationId, 'where-used', id] as const,
  usage: (relationId: RelationId, id: KnowledgeId) => ['knowledge', relationId, 'usage', id] as const,
  candidates: (relationId: RelationId, paging: Paging) => ['knowledge', relationId, 'candidate', paging] as const,
  misses: (relationId: RelationId, paging: Paging, sort?: MissSort) =>
    ['knowledge', relationId, 'miss', paging, sort] as const,
}

export const useKnowledge = (filter: KnowledgeFilter) =>
  useQuery({
    queryKey: knowledgeKeys.page(filter),
    queryFn: () => call(knowledgeApi.page, { body: filter }),
    placeholderData: (old, query) => {
      const before = query?.queryKey[3]
      return before?.relationId === filter.relationId && before.library === filter.library ? old : undefined
    },
  })

export const useKnowledgeDetail = (relationId: RelationId, id: KnowledgeId) =>
  useQuery({
    queryKey: knowledgeKeys.detail(relationId, id),
    queryFn: () => call(knowledgeApi.detail, { query: { relationId, id } }),
    // The form always starts from fresh data, never from a cached version.
    gcTime: 0,
  })

export const useWhereUsed = (relationId: RelationId, id: KnowledgeId) =>
  useQuery({
    queryKey: knowledgeKeys.whereUsed(relationId, id),
    queryFn: () => call(knowledgeApi.whereUsed, { query: { relationId, id } }),
    staleTime: 0,
  })

/** Messages that used an entry, newest first. */
export const useUsage = (relationId: RelationId, id: KnowledgeId) =>
  useInfiniteQuery({
    queryKey: knowledgeKeys.usage(relationId, id),
    queryFn: ({ pageParam: cursor }) => call(knowledgeApi.usage, { body: { relationId, id, cursor } }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    select: ({ pages }) => ({
      items: pages.flatMap((page) => page.items),
      isScoped: pages.some((page) => page.isScoped),
    }),
    staleTime: 0,
  })

export const useCandidates = (relationId: RelationId, paging: Paging) =>
  useQuery({
    queryKey: knowledgeKeys.candidates(relationId, paging),
    queryFn: () => call(knowledgeApi.pageCandidates, { body: { relationId, ...paging } }),
    placeholderData: (old, query) => (query?.queryKey[1] === relationId ? old : undefined),
  })

export const useMisses = (relationId: RelationId, paging: Paging, sort?: MissSort) =>
  useQuery({
    queryKey: knowledgeKeys.misses(relationId, paging, sort),
    queryFn: () => call(knowledgeApi.pageMisses, { body: { relationId, ...paging, sort } }),
    placeholderData: (old, query) => (query?.queryKey[1] === relationId ? old : undefined),
  })

/** A mutation rather than a query: each result belongs to the text just typed. */
export const useHitTest = (relationId: RelationId) =>
  useMutation({
    mutationFn: (question: string) => call(knowledgeApi.hitTest, { body: { relationId, question } }),
    onError: showError,
  })
