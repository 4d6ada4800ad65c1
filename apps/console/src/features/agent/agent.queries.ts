import { agentApi, type Agent, type AgentId, type CallArgs } from '@ruwu/contract'
import { BUILTIN_ROLES } from '@ruwu/domain'
import { useStore } from '@ruwu/ui/store.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { rolePreview } from '../../session/role-preview.ts'
import { readSession } from '../../session/session.ts'

export type AgentFilter = CallArgs<typeof agentApi.list>['body']

export const agentKeys = {
  all: ['agent'] as const,
  lists: ['agent', 'list'] as const,
  list: (filter: AgentFilter) => [...agentKeys.lists, filter] as const,
  detail: (id: AgentId) => ['agent', 'detail', id] as const,
}

const listOptions = (filter: AgentFilter) => ({
  queryKey: agentKeys.list(filter),
  queryFn: () => call(agentApi.list, { body: filter }),
})

/** All agents of the enterprise; one cached list shared by the shell and several pages. */
export const useAgents = () => useQuery(listOptions({}))

/** 当前接待 changes without an event of the agent, hence the interval. */
export const useFilteredAgents = (filter: AgentFilter) =>
  useQuery({ ...listOptions(filter), placeholderData: keepPreviousData, refetchInterval: 30_000 })

/** Clear telephone and number of customers; never cached. */
export const useAgentDetail = (id: AgentId) =>
  useQuery({
    queryKey: agentKeys.detail(id),
    queryFn: () => call(agentApi.detail, { query: { id } }),
    staleTime: 0,
    gcTime: 0,
  })

const findMe = (agents: Agent[]) => agents.find((it) => it.id === readSession()?.agentId)

/** The signed-in agent, found in the list by the stored id. */
export const useMe = () => useQuery({ ...listOptions({}), select: findMe }).data

/** Whether the signed-in agent has the built-in role 管理员; role names are unique. */
/** Whether figures that leave the data scope out are those of the lists that the agent may open. */
export function useSeesAll(): boolean {
  const isAdministrator = useIsAdministrator()
  return useMe()?.accountScope === null && isAdministrator
}

export function useIsAdministrator(): boolean {
  const preview = useStore(rolePreview)
  const me = useMe()
  return (preview?.name ?? me?.roleName) === BUILTIN_ROLES.admin.name
}
