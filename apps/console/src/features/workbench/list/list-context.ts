import type { RelationId, SimpleAccount } from '@ruwu/contract'
import type { ListContext } from '@ruwu/domain'
import type { QueryClient } from '@tanstack/react-query'
import { channelKeys } from '../../channel/index.ts'
import type { AgentView } from '../customer/customer-keys.ts'

/** What decides whether a customer belongs to a view: the view, and which sub-accounts belong to which main account. */
export function contextOf(cache: QueryClient, { agentId, filter, sort }: AgentView): ListContext {
  const accounts = cache.getQueryData<SimpleAccount[]>(channelKeys.simple) ?? []
  const accountFamily = (id: RelationId) => accounts.filter((it) => it.parentId === id).map((it) => it.relationId)
  return { filter, sort, me: { agentId, accountFamily } }
}
