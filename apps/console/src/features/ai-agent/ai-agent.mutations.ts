import { aiAgentApi, type AiTest, type AiTestId, type CallArgs, type RelationId } from '@ruwu/contract'
import { toast } from '@ruwu/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { showError } from '../../api/show-error.ts'
import { aiAgentKeys } from './ai-agent.queries.ts'
import { texts } from './texts.ts'

export function useSaveDraft() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: CallArgs<typeof aiAgentApi.save>['body']) => call(aiAgentApi.save, { body }),
    onSuccess: (saved) => cache.setQueryData(aiAgentKeys.detail(saved.relationId), saved),
  })
}

/** Puts the published agent into the cache; the event that follows carries the same data. */
function useFreshAgent() {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: aiAgentKeys.all })
}

export function usePublish(relationId: RelationId) {
  const refresh = useFreshAgent()
  return useMutation({
    mutationFn: (body: { note: string; force: boolean; draftVersion: number }) =>
      call(aiAgentApi.publish, { body: { relationId, ...body } }),
    onSuccess: ({ version }) => version !== null && toast.success(texts.publishedNow(version)),
    onSettled: refresh,
  })
}

export function useRollback(relationId: RelationId) {
  const refresh = useFreshAgent()
  return useMutation({
    mutationFn: (version: number) => call(aiAgentApi.rollback, { body: { relationId, version } }),
    onSuccess: (answer, version) => toast.success(texts.rolledBack(version, answer.version)),
    onError: showError,
    onSettled: refresh,
  })
}

/** Optimistic changes of the cached list, refetched when settled. */
function useTestList(relationId: RelationId) {
  const cache = useQueryClient()
  const queryKey = aiAgentKeys.tests(relationId)
  return {
    change: (to: (tests: AiTest[]) => AiTest[]) =>
      cache.setQueryData<AiTest[]>(queryKey, (tests) => tests && to(tests)),
    refresh: () => cache.invalidateQueries({ queryKey }),
  }
}

const withTests = (tests: AiTest[], changed: AiTest[]) =>
  tests.map((test) => changed.find(({ id }) => id === test.id) ?? test)

export function useSaveTest(relationId: RelationId) {
  const list = useTestList(relationId)
  return useMutation({
    mutationFn: (body: Omit<CallArgs<typeof aiAgentApi.saveTest>['body'], 'relationId'>) =>
      call(aiAgentApi.saveTest, { body: { relationId, ...body } }),
    onSuccess: (saved, { id }) => list.change((tests) => (id ? withTests(tests, [saved]) : [...tests, saved])),
    onSettled: list.refresh,
  })
}

export function useRemoveTest(relationId: RelationId) {
  const list = useTestList(relationId)
  return useMutation({
    mutationFn: (id: AiTestId) => call(aiAgentApi.removeTest, { query: { relationId, id } }),
    onSuccess: (_, removed) => list.change((tests) => tests.filter(({ id }) => id !== removed)),
    onError: showError,
    onSettled: list.refresh,
  })
}

/** Runs the given tests; all of them without ids. */
export function useRunTests(relationId: RelationId) {
  const list = useTestList(relationId)
  return useMutation({
    mutationFn: (ids?: AiTestId[]) => call(aiAgentApi.runTests, { body: { relationId, ids } }),
    onSuccess: (ran) => list.change((tests) => withTests(tests, ran)),
    onError: showError,
    onSettled: list.refresh,
  })
}
