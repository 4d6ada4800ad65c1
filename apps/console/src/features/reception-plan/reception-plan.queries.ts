import { flowApi, type FlowItem, receptionPlanApi, type RelationId } from '@ruwu/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const planKeys = {
  all: ['reception-plan'] as const,
  list: ['reception-plan', 'list'] as const,
  simulation: (relationId: RelationId | undefined, at: string) =>
    ['reception-plan', 'simulation', relationId, at] as const,
}

export type FlowChoice = Pick<FlowItem, 'id' | 'name'>
const NO_FLOWS: FlowChoice[] = []

const published = (flows: FlowItem[]): FlowChoice[] => flows.filter(({ status }) => status === 'published')

/** 已发布 flows: only these can be chosen. The key is that of the list of flows. */
export const usePublishedFlows = (): FlowChoice[] =>
  useQuery({ queryKey: ['flow', 'list'], queryFn: () => call(flowApi.list), select: published }).data ?? NO_FLOWS

const REFRESH_MS = 60_000

/** 今日命中 changes without events, so the list is refetched while the page is open. */
export const useReceptionPlans = () =>
  useQuery({ queryKey: planKeys.list, queryFn: () => call(receptionPlanApi.list), refetchInterval: REFRESH_MS })

export const useSimulation = (relationId: RelationId | undefined, at: string) =>
  useQuery({
    queryKey: planKeys.simulation(relationId, at),
    queryFn: () =>
      relationId === undefined ? undefined : call(receptionPlanApi.simulate, { body: { relationId, at } }),
    enabled: relationId !== undefined,
    placeholderData: (old) => old,
  })
