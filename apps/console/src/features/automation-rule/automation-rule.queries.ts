import { automationRuleApi, type AutomationRuleId, type CallArgs } from '@ruwu/contract'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { showError } from '../../api/show-error.ts'

type SamplesBody = CallArgs<typeof automationRuleApi.samples>['body']

export const ruleKeys = {
  all: ['automation-rule'] as const,
  list: ['automation-rule', 'list'] as const,
  log: (id: AutomationRuleId) => ['automation-rule', 'log', id] as const,
  samples: (which: SamplesBody) => ['automation-rule', 'samples', which] as const,
}

export const useRules = ({ enabled = true }: { enabled?: boolean } = {}) =>
  useQuery({ queryKey: ruleKeys.list, queryFn: () => call(automationRuleApi.list), enabled })

/** Runs of a rule, newest first. */
export const useRuleLog = (id: AutomationRuleId) =>
  useInfiniteQuery({
    queryKey: ruleKeys.log(id),
    queryFn: ({ pageParam: cursor }) => call(automationRuleApi.log, { body: { id, cursor } }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    select: ({ pages }) => pages.flatMap((page) => page.items),
    staleTime: 0,
  })

/** Past messages for 试跑, with the verdict of the rule's present conditions. */
export const useRuleSamples = (which: SamplesBody) =>
  useQuery({
    queryKey: ruleKeys.samples(which),
    queryFn: () => call(automationRuleApi.samples, { body: which }),
    staleTime: 0,
  })

export type TryBody = CallArgs<typeof automationRuleApi.try>['body']

export const useTryRule = () =>
  useMutation({ mutationFn: (body: TryBody) => call(automationRuleApi.try, { body }), onError: showError })
