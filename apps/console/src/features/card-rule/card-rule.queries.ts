import { cardRuleApi, type CallArgs, type CardRuleId, type RelationId } from '@ruwu/contract'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { showError } from '../../api/show-error.ts'

export const cardRuleKeys = {
  all: ['card-rule'] as const,
  list: (relationId: RelationId) => ['card-rule', 'list', relationId] as const,
  log: (id: CardRuleId) => ['card-rule', 'log', id] as const,
}

export const useCardRules = (relationId: RelationId) =>
  useQuery({
    queryKey: cardRuleKeys.list(relationId),
    queryFn: () => call(cardRuleApi.list, { body: { relationId } }),
  })

/** Cards sent by a rule, newest first. */
export const useCardRuleLog = (ruleId: CardRuleId) =>
  useInfiniteQuery({
    queryKey: cardRuleKeys.log(ruleId),
    queryFn: ({ pageParam: cursor }) => call(cardRuleApi.log, { body: { ruleId, cursor } }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    select: ({ pages }) => pages.flatMap((page) => page.items),
    staleTime: 0,
  })

export type TryBody = CallArgs<typeof cardRuleApi.try>['body']

/** Dry run: evaluates the rules without sending. */
export const useTryRules = () =>
  useMutation({ mutationFn: (body: TryBody) => call(cardRuleApi.try, { body }), onError: showError })
