import { type ReceptionPlan, receptionPlanApi, type SimpleAccount } from '@ruwu/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { usePageForm } from '../../form/use-page-form.ts'
import { changesBetween, checkDraft, draftOf, openMoves, type PlanBase, type PlanDraft } from './plan-draft.ts'
import { useSavePlan } from './reception-plan.mutations.ts'
import { planKeys } from './reception-plan.queries.ts'

export const fieldId = (path: string) => `plan-${path.replaceAll('.', '-')}`

/** The form of one plan, stored or new. */
export function usePlanForm(plan: PlanBase, plans: readonly ReceptionPlan[], accounts: readonly SimpleAccount[]) {
  const save = useSavePlan()
  const cache = useQueryClient()
  return usePageForm<PlanBase, PlanDraft>({
    kept: plan,
    draftOf,
    changesBetween,
    check: (draft) => checkDraft(draft, openMoves(draft, plan.id, plans, accounts)),
    save: (draft, base) => save.mutateAsync({ draft, base }),
    isSaving: save.isPending,
    readLatest: async () => {
      const latest = await call(receptionPlanApi.list)
      cache.setQueryData(planKeys.list, latest)
      return latest.find(({ id }) => id === plan.id) ?? plan
    },
    fieldId,
  })
}
