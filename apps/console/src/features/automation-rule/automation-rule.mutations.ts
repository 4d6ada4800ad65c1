import { type AutomationRule, automationRuleApi, type RuleFields } from '@ruwu/contract'
import { toast } from '@ruwu/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { showError } from '../../api/show-error.ts'
import { showSaved } from '../../form/show-saved.ts'
import { moved } from '../../list/reorder.ts'
import { ruleKeys } from './automation-rule.queries.ts'
import { texts } from './texts.ts'

/** Optimistic changes of the list, refetched when settled. */
function useRuleList() {
  const cache = useQueryClient()
  const queryKey = ruleKeys.list
  return {
    get: () => cache.getQueryData<AutomationRule[]>(queryKey),
    set: (rules: AutomationRule[] | undefined) => cache.setQueryData<AutomationRule[]>(queryKey, rules),
    stop: () => cache.cancelQueries({ queryKey }),
    refresh: () => cache.invalidateQueries({ queryKey }),
  }
}

/** Creates without `base`; otherwise saves against the version the form loaded (optimistic locking). */
export function useSaveRule() {
  const list = useRuleList()
  return useMutation({
    mutationFn: ({ base, draft }: { base: AutomationRule | undefined; draft: RuleFields }) =>
      base
        ? call(automationRuleApi.update, { body: { ...draft, id: base.id, version: base.version } })
        : call(automationRuleApi.save, { body: draft }),
    onSuccess: ({ warnings }) => showSaved(warnings),
    onSettled: list.refresh,
  })
}

export function useEnableRule() {
  const list = useRuleList()
  return useMutation({
    mutationFn: ({ rule, enabled }: { rule: AutomationRule; enabled: boolean }) =>
      call(automationRuleApi.enable, { body: { id: rule.id, enabled } }),
    onError: showError,
    onSettled: list.refresh,
  })
}

/** Optimistic: a refusal restores the old order. */
export function useMoveRule() {
  const list = useRuleList()
  return useMutation({
    mutationFn: ({ rule, to }: { rule: AutomationRule; from: number; to: number }) =>
      call(automationRuleApi.move, { body: { id: rule.id, targetPosition: to } }),
    onMutate: async ({ from, to }) => {
      await list.stop()
      const before = list.get()
      if (before) list.set(moved(before, from, to))
      return before
    },
    onSuccess: (rules) => list.set(rules),
    onError: (error, _, before) => {
      list.set(before)
      showError(error)
    },
  })
}

export function useRemoveRule() {
  const list = useRuleList()
  return useMutation({
    mutationFn: (rule: AutomationRule) => call(automationRuleApi.remove, { query: { id: rule.id } }),
    onSuccess: (_, rule) => toast.success(texts.removed(rule.name)),
    onError: showError,
    onSettled: list.refresh,
  })
}
