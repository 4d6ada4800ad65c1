import { cardRuleApi, type CardRule, type RelationId } from '@ruwu/contract'
import { toast } from '@ruwu/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { showError } from '../../api/show-error.ts'
import { texts as formTexts } from '../../form/texts.ts'
import { moved } from '../../list/reorder.ts'
import { cardRuleKeys } from './card-rule.queries.ts'
import type { RuleDraft } from './rule-draft.ts'
import { texts } from './texts.ts'

/** Optimistic changes of one account's list, refetched when settled. */
function useRuleList(relationId: RelationId) {
  const cache = useQueryClient()
  const queryKey = cardRuleKeys.list(relationId)
  return {
    get: () => cache.getQueryData<CardRule[]>(queryKey),
    set: (rules: CardRule[] | undefined) => cache.setQueryData<CardRule[]>(queryKey, rules),
    stop: () => cache.cancelQueries({ queryKey }),
    refresh: () => cache.invalidateQueries({ queryKey }),
  }
}

/** Creates without `base`; otherwise saves against the version the form loaded (optimistic locking). */
export function useSaveRule(relationId: RelationId) {
  const list = useRuleList(relationId)
  return useMutation({
    mutationFn: ({ base, draft }: { base: CardRule | undefined; draft: RuleDraft }) =>
      base
        ? call(cardRuleApi.update, { body: { ...draft, id: base.id, version: base.version } })
        : call(cardRuleApi.save, { body: { ...draft, relationId } }),
    onSuccess: () => toast.success(formTexts.saved),
    onSettled: list.refresh,
  })
}

export function useEnableRule(relationId: RelationId) {
  const list = useRuleList(relationId)
  return useMutation({
    mutationFn: ({ rule, enabled }: { rule: CardRule; enabled: boolean }) =>
      call(cardRuleApi.enable, { body: { id: rule.id, enabled } }),
    onError: showError,
    onSettled: list.refresh,
  })
}

/** Optimistic: a refusal restores the old order. */
export function useMoveRule(relationId: RelationId) {
  const list = useRuleList(relationId)
  return useMutation({
    mutationFn: ({ rule, to }: { rule: CardRule; from: number; to: number }) =>
      call(cardRuleApi.move, { body: { id: rule.id, targetPosition: to } }),
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

export function useRemoveRule(relationId: RelationId) {
  const list = useRuleList(relationId)
  return useMutation({
    mutationFn: (rule: CardRule) => call(cardRuleApi.remove, { query: { id: rule.id } }),
    onSuccess: (_, rule) => toast.success(texts.removed(rule.name)),
    onError: showError,
    onSettled: list.refresh,
  })
}
