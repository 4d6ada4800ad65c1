import { type CallArgs, type FlowDetail, type FlowId, type FlowItem, flowApi } from '@ruwu/contract'
import { toast } from '@ruwu/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { showError } from '../../api/show-error.ts'
import { flowKeys } from './flow.queries.ts'
import { texts } from './texts.ts'

/** The answer is the new draft; lists and versions are fetched again. */
function useFlowCache() {
  const cache = useQueryClient()
  return {
    // A secret is shown once and stays in no cache.
    keep: ({ secret: _secret, ...flow }: FlowDetail) => cache.setQueryData(flowKeys.detail(flow.id), flow),
    refresh: () => cache.invalidateQueries({ queryKey: flowKeys.all }),
  }
}

export function useCreateFlow() {
  const { keep, refresh } = useFlowCache()
  return useMutation({
    mutationFn: (body: CallArgs<typeof flowApi.create>['body']) => call(flowApi.create, { body }),
    onSuccess: keep,
    onSettled: refresh,
  })
}

export function useCopyFlow() {
  const { refresh } = useFlowCache()
  return useMutation({
    mutationFn: (id: FlowId) => call(flowApi.copy, { body: { id } }),
    onSuccess: ({ name }) => toast.success(texts.copied(name)),
    onError: showError,
    onSettled: refresh,
  })
}

/** The caller shows where a flow in use is used. */
export function useDisableFlow() {
  const { refresh } = useFlowCache()
  return useMutation({
    mutationFn: ({ flow, disabled }: { flow: FlowItem; disabled: boolean }) =>
      call(flowApi.disable, { body: { id: flow.id, disabled } }),
    onSuccess: ({ name }, { disabled }) => toast.success(disabled ? texts.disabled(name) : texts.enabled(name)),
    onSettled: refresh,
  })
}

/** The caller shows where a flow in use is used. */
export function useRemoveFlow() {
  const { refresh } = useFlowCache()
  return useMutation({
    mutationFn: ({ id }: FlowItem) => call(flowApi.remove, { query: { id } }),
    onSuccess: (_, { name }) => toast.success(texts.removed(name)),
    onSettled: refresh,
  })
}

/** The new secret is shown once by the caller. */
export const useRenewSecret = () =>
  useMutation({
    mutationFn: (id: FlowId) => call(flowApi.renewSecret, { body: { id } }),
    onError: showError,
  })

/** The list shows who changed a flow last; the open draft stays as it is on the screen. */
export function useSaveFlow() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: CallArgs<typeof flowApi.save>['body']) => call(flowApi.save, { body }),
    onSuccess: (flow) => cache.setQueryData(flowKeys.detail(flow.id), flow),
    onSettled: () => cache.invalidateQueries({ queryKey: flowKeys.list }),
  })
}

export function usePublishFlow() {
  const { keep, refresh } = useFlowCache()
  return useMutation({
    mutationFn: (body: CallArgs<typeof flowApi.publish>['body']) => call(flowApi.publish, { body }),
    onSuccess: keep,
    onSettled: refresh,
  })
}

export function useRollbackFlow() {
  const { keep, refresh } = useFlowCache()
  return useMutation({
    mutationFn: (body: CallArgs<typeof flowApi.rollback>['body']) => call(flowApi.rollback, { body }),
    onSuccess: keep,
    onSettled: refresh,
  })
}
