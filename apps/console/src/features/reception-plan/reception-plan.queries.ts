import { type ReceptionPlan, receptionPlanApi, type RelationId } from '@ruwu/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const planKeys = {
  all: ['reception-plan'] as const,
  list: ['reception-plan', 'list'] as const,
  simulation: (relationId: RelationId | undefined, at: string) =>
    ['reception-plan', 'simulation', relationId, at] as const,
}

const REFRESH_MS = 60_000

/** 今日命中 changes without events, so the list is refetched while the page is open. */
export const useReceptionPlans = () =>
  useQuery({ queryKey: planKeys.list, queryFn: () => call(receptionPlanApi.list), refetchInterval: REFRESH_MS })

type PlanChoice = Pick<ReceptionPlan, 'id' | 'name' | 'isDefault'>
const NO_PLANS: PlanChoice[] = []

export const usePlanChoices = (): PlanChoice[] =>
  useQuery({ queryKey: planKeys.list, queryFn: () => call(receptionPlanApi.list) }).data ?? NO_PLANS

export const useSimulation = (relationId: RelationId | undefined, at: string) =>
  useQuery({
    queryKey: planKeys.simulation(relationId, at),
    queryFn: () =>
      relationId === undefined ? undefined : call(receptionPlanApi.simulate, { body: { relationId, at } }),
    enabled: relationId !== undefined,
    placeholderData: (old) => old,
  })
