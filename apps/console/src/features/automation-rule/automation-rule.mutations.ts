import { type AutomationRule, automationRuleApi, type RuleFields } from '@ruwu/contract'
import { toast } from '@ruwu/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { showError } from '../../api/show-error.ts'
import { showSaved } from '../../form/show-saved.ts'
import { moved } from '../../list/reorder.ts'
import { useOptimisticMove } from '../../list/use-optimistic-move.ts'
import { ruleKeys } from './automation-rule.queries.ts'
import { texts } from './texts.ts'

function useRefreshList() {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: ruleKeys.list })
}

/** Creates without `base`; otherwise saves against the version the form loaded (optimistic locking). */
export const useSaveRule = () =>
  useMutation({
    mutationFn: ({ base, draft }: { base: AutomationRule | undefined; draft: RuleFields }) =>
      base
        ? call(automationRuleApi.update, { body: { ...draft, id: base.id, version: base.version } })
        : call(automationRuleApi.save, { body: draft }),
    onSuccess: ({ warnings }) => showSaved(warnings),
    onSettled: useRefreshList(),
  })

export const useEnableRule = () =>
  useMutation({
    mutationFn: ({ rule, enabled }: { rule: AutomationRule; enabled: boolean }) =>
      call(automationRuleApi.enable, { body: { id: rule.id, enabled } }),
    onError: showError,
    onSettled: useRefreshList(),
  })

type RuleMove = { rule: AutomationRule; from: number; to: number }

export const useMoveRule = () =>
  useOptimisticMove<AutomationRule[], RuleMove>({
    queryKey: ruleKeys.list,
    run: ({ rule, to }) => call(automationRuleApi.move, { body: { id: rule.id, targetPosition: to } }),
    apply: (rules, { from, to }) => moved(rules, from, to),
    refresh: useRefreshList(),
  })

export const useRemoveRule = () =>
  useMutation({
    mutationFn: (rule: AutomationRule) => call(automationRuleApi.remove, { query: { id: rule.id } }),
    onSuccess: (_, rule) => toast.success(texts.removed(rule.name)),
    onError: showError,
    onSettled: useRefreshList(),
  })
