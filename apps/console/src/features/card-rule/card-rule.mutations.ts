import { cardRuleApi, type CardRule, type RelationId } from '@ruwu/contract'
import { toast } from '@ruwu/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { showError } from '../../api/show-error.ts'
import { texts as formTexts } from '../../form/texts.ts'
import { moved } from '../../list/reorder.ts'
import { useOptimisticMove } from '../../list/use-optimistic-move.ts'
import { cardRuleKeys } from './card-rule.queries.ts'
import type { RuleDraft } from './rule-draft.ts'
import { texts } from './texts.ts'

function useRefreshList(relationId: RelationId) {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: cardRuleKeys.list(relationId) })
}

/** Creates without `base`; otherwise saves against the version the form loaded (optimistic locking). */
export const useSaveRule = (relationId: RelationId) =>
  useMutation({
    mutationFn: ({ base, draft }: { base: CardRule | undefined; draft: RuleDraft }) =>
      base
        ? call(cardRuleApi.update, { body: { ...draft, id: base.id, version: base.version } })
        : call(cardRuleApi.save, { body: { ...draft, relationId } }),
    onSuccess: () => toast.success(formTexts.saved),
    onSettled: useRefreshList(relationId),
  })

export const useEnableRule = (relationId: RelationId) =>
  useMutation({
    mutationFn: ({ rule, enabled }: { rule: CardRule; enabled: boolean }) =>
      call(cardRuleApi.enable, { body: { id: rule.id, enabled } }),
    onError: showError,
    onSettled: useRefreshList(relationId),
  })

type RuleMove = { rule: CardRule; from: number; to: number }

export const useMoveRule = (relationId: RelationId) =>
  useOptimisticMove<CardRule[], RuleMove>({
    queryKey: cardRuleKeys.list(relationId),
    run: ({ rule, to }) => call(cardRuleApi.move, { body: { id: rule.id, targetPosition: to } }),
    apply: (rules, { from, to }) => moved(rules, from, to),
    refresh: useRefreshList(relationId),
  })

export const useRemoveRule = (relationId: RelationId) =>
  useMutation({
    mutationFn: (rule: CardRule) => call(cardRuleApi.remove, { query: { id: rule.id } }),
    onSuccess: (_, rule) => toast.success(texts.removed(rule.name)),
    onError: showError,
    onSettled: useRefreshList(relationId),
  })
