import { type FlowId, type FlowItem, flowApi } from '@ruwu/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { Paging } from '../../list/url-query.ts'

export const flowKeys = {
  all: ['flow'] as const,
  list: ['flow', 'list'] as const,
  choices: ['flow', 'choices'] as const,
  detail: (id: FlowId, version?: number) => ['flow', 'detail', id, version] as const,
  versions: (id: FlowId, paging: Paging) => ['flow', 'versions', id, paging] as const,
}

/** At most 50 rows, so the list is not paged. */
export const useFlows = ({ enabled = true }: { enabled?: boolean } = {}) =>
  useQuery({ queryKey: flowKeys.list, queryFn: () => call(flowApi.list), enabled })

export type FlowChoice = Pick<FlowItem, 'id' | 'name'>
const NO_FLOWS: FlowChoice[] = []

const published = (flows: FlowItem[]): FlowChoice[] => flows.filter(({ status }) => status === 'published')

/** 已发布 flows: only these can be chosen. */
export const usePublishedFlows = (): FlowChoice[] =>
  useQuery({ queryKey: flowKeys.list, queryFn: () => call(flowApi.list), select: published }).data ?? NO_FLOWS

/** Published flows of all accounts, for rules. */
export const useFlowChoices = () =>
  useQuery({ queryKey: flowKeys.choices, queryFn: () => call(flowApi.choices, { body: {} }) })

/** The draft; with a version, that published version. */
export const useFlow = (id: FlowId, version?: number) =>
  useQuery({
    queryKey: flowKeys.detail(id, version),
    queryFn: () => call(flowApi.detail, { query: { id, version } }),
  })

export const useFlowVersions = (id: FlowId, paging: Paging) =>
  useQuery({
    queryKey: flowKeys.versions(id, paging),
    queryFn: () => call(flowApi.listVersions, { body: { id, ...paging } }),
    placeholderData: (old) => old,
  })
