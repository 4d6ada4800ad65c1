import { type PlanId, receptionPlanApi } from '@ruwu/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { PlanBase, PlanDraft } from './plan-draft.ts'
import { planKeys } from './reception-plan.queries.ts'

export function useSavePlan() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ draft, base: { id, version } }: { draft: PlanDraft; base: PlanBase }) =>
      id === null
        ? call(receptionPlanApi.save, { body: draft })
        : call(receptionPlanApi.update, { body: { ...draft, id, version } }),
    // Also after a refusal: it may be due to what a colleague has saved.
    onSettled: () => cache.invalidateQueries({ queryKey: planKeys.all }),
  })
}

export function useRemovePlan() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: PlanId) => call(receptionPlanApi.remove, { query: { id } }),
    onSettled: () => cache.invalidateQueries({ queryKey: planKeys.all }),
  })
}
