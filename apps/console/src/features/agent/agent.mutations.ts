import { agentApi, type Agent, type AgentId, type AgentStatus } from '@ruwu/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '@ruwu/ui'
import { call } from '../../api/call.ts'
import { showError } from '../../api/show-error.ts'
import { agentKeys } from './agent.queries.ts'
import { withAgentStatus } from './agent-list.ts'
import { texts } from './texts.ts'

/** Switches at once; a refusal puts the old status back. */
export function useSetStatus() {
  const cache = useQueryClient()
  const setStatus = (id: AgentId, status: AgentStatus) =>
    cache.setQueriesData<Agent[]>({ queryKey: agentKeys.lists }, (old) => old && withAgentStatus(old, id, status))
  return useMutation({
    mutationFn: ({ agent, status }: { agent: Agent; status: AgentStatus }) =>
      call(agentApi.update, { body: { id: agent.id, status } }),
    onMutate: ({ agent, status }) => setStatus(agent.id, status),
    onError: (error, { agent }) => {
      setStatus(agent.id, agent.status)
      showError(error)
    },
  })
}

export function useForceOffline() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (agent: Agent) => call(agentApi.forceOffline, { body: { id: agent.id } }),
    onSuccess: (_, agent) => toast.success(texts.forcedOffline(agent.name)),
    onError: showError,
    onSettled: () => cache.invalidateQueries({ queryKey: agentKeys.lists }),
  })
}
