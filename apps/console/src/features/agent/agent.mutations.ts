import { agentApi, type Agent, type AgentFields, type AgentId, type AgentStatus, type Busy } from '@ruwu/contract'
import { toast } from '@ruwu/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { showError } from '../../api/show-error.ts'
import { passwordDigest } from '../../session/password-digest.ts'
import { agentKeys } from './agent.queries.ts'
import { texts } from './texts.ts'

type Presence = { status: AgentStatus; busy: Busy | null }

const withPresence = (agents: Agent[], id: AgentId, presence: Presence) =>
  agents.map((it) => (it.id === id ? { ...it, ...presence } : it))

/** Optimistic: rolled back when refused. */
export function useSetStatus() {
  const cache = useQueryClient()
  const show = (id: AgentId, { status, busy }: Presence) =>
    cache.setQueriesData<Agent[]>(
      { queryKey: agentKeys.lists },
      (old) => old && withPresence(old, id, { status, busy }),
    )
  return useMutation({
    mutationFn: ({ agent, status, busy }: { agent: Agent } & Presence) =>
      call(agentApi.update, { body: { id: agent.id, status, ...(busy && { busy }) } }),
    onMutate: ({ agent, ...presence }) => show(agent.id, presence),
    onError: (error, { agent }) => {
      show(agent.id, agent)
      showError(error)
    },
  })
}

/** Uses the response at once; the event that follows carries the same data. */
export function useUpdateAgent() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (change: { id: AgentId; version: number } & Partial<AgentFields>) =>
      call(agentApi.update, { body: change }),
    onSuccess: (saved) => {
      toast.success(texts.saved)
      cache.setQueriesData<Agent[]>({ queryKey: agentKeys.lists }, (old) =>
        old?.map((it) => (it.id === saved.id ? saved : it)),
      )
    },
  })
}

/** The list learns of the new agent by its event. */
export const useCreateAgent = () =>
  useMutation({
    mutationFn: async ({ fields, password }: { fields: AgentFields; password: string }) =>
      call(agentApi.create, { body: { ...fields, password: await passwordDigest(password) } }),
  })

/** Enables, or disables and hands the customers to a colleague or back to 未分配. */
export function useEnableAgent() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ agent, enabled, to }: { agent: Agent; enabled: boolean; to?: Agent | undefined }) =>
      call(agentApi.enable, { body: { id: agent.id, enabled, ...(to && { handoverAgentId: to.id }) } }),
    onSuccess: (done, { agent, enabled, to }) => {
      toast.success(enabled ? texts.enabledNow(agent.name) : texts.disabledNow(agent.name, done, to?.name))
      void cache.invalidateQueries({ queryKey: agentKeys.lists })
    },
    onError: showError,
  })
}

export function useResetPassword() {
  return useMutation({
    mutationFn: async ({ agent, password }: { agent: Agent; password: string }) =>
      call(agentApi.resetPassword, { body: { id: agent.id, newPassword: await passwordDigest(password) } }),
    onError: showError,
  })
}

export function useForceOffline() {
  return useMutation({
    mutationFn: (agent: Agent) => call(agentApi.forceOffline, { body: { id: agent.id } }),
    onSuccess: (_, agent) => toast.success(texts.forcedOffline(agent.name)),
    onError: showError,
  })
}
