import { aiAgentApi, knowledgeApi, type AI_RANGES, type RelationId } from '@ruwu/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { Paging } from '../../list/url-query.ts'

export type AiRange = (typeof AI_RANGES)[number]

export const aiAgentKeys = {
  all: ['ai-agent'] as const,
  detail: (relationId: RelationId) => ['ai-agent', 'detail', relationId] as const,
  /** Without an account: of all accounts. */
  knowledge: (relationId?: RelationId) => ['ai-agent', 'knowledge', ...(relationId ? [relationId] : [])] as const,
  tests: (relationId: RelationId) => ['ai-agent', 'tests', relationId] as const,
  versions: (relationId: RelationId, paging: Paging) => ['ai-agent', 'versions', relationId, paging] as const,
  statistics: (relationId: RelationId, range: AiRange) => ['ai-agent', 'statistics', relationId, range] as const,
}

export const useAiAgent = (relationId: RelationId) =>
  useQuery({
    queryKey: aiAgentKeys.detail(relationId),
    queryFn: () => call(aiAgentApi.detail, { query: { relationId } }),
  })

/** Number of knowledge entries of the account: all, and those in use. */
export const useKnowledgeCount = (relationId: RelationId) =>
  useQuery({
    queryKey: aiAgentKeys.knowledge(relationId),
    queryFn: () => call(knowledgeApi.page, { body: { relationId } }),
    select: ({ inUse }) => ({ inUse }),
  })

export const useTests = (relationId: RelationId) =>
  useQuery({
    queryKey: aiAgentKeys.tests(relationId),
    queryFn: () => call(aiAgentApi.listTests, { body: { relationId } }),
  })

/** Published versions, newest first. */
export const useVersions = (relationId: RelationId, paging: Paging) =>
  useQuery({
    queryKey: aiAgentKeys.versions(relationId, paging),
    queryFn: () => call(aiAgentApi.listVersions, { body: { relationId, ...paging } }),
    placeholderData: (old, query) => (query?.queryKey[2] === relationId ? old : undefined),
  })

export const useStatistics = (relationId: RelationId, range: AiRange) =>
  useQuery({
    queryKey: aiAgentKeys.statistics(relationId, range),
    queryFn: () => call(aiAgentApi.statistics, { query: { relationId, range } }),
    placeholderData: (old, query) => (query?.queryKey[2] === relationId ? old : undefined),
  })
