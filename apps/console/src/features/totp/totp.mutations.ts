import { authApi, totpApi, type Agent, type Role } from '@ruwu/contract'
import { toast } from '@ruwu/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { showError } from '../../api/show-error.ts'
import { roleKeys } from '../permission/index.ts'
import { totpKeys } from './totp.queries.ts'
import { texts } from './texts.ts'

export function useResetTotp() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (agent: Agent) => call(totpApi.reset, { body: { id: agent.id } }),
    onSuccess: (_, agent) => toast.success(texts.resetDone(agent.name)),
    onError: showError,
    onSettled: () => cache.invalidateQueries({ queryKey: totpKeys.holders }),
  })
}

export function useRequireTotp() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ role, required }: { role: Role; required: boolean }) =>
      call(totpApi.requireForRole, { body: { id: role.id, required } }),
    onSuccess: (_, { role, required }) => {
      toast.success(texts.requireSaved)
      cache.setQueryData<Role[]>(roleKeys.list, (old) =>
        old?.map((it) => (it.id === role.id ? { ...it, requiresTotp: required } : it)),
      )
    },
    onError: showError,
  })
}

/** Ends one other sign-in, or all of them. */
export function useEndSessions() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (id: string | undefined) =>
      id === undefined
        ? (await call(authApi.endOtherSessions)).ended
        : Number(await call(authApi.endSession, { query: { id } })),
    onSuccess: (ended, id) => toast.success(id === undefined ? texts.endedOthers(ended) : texts.endedOne),
    onError: showError,
    onSettled: () => cache.invalidateQueries({ queryKey: totpKeys.sessions }),
  })
}
