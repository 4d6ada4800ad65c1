import type { CustomerCounts, CustomerSetting, RelationId, SimpleAccount } from '@ruwu/contract'
import { DEFAULT_CUSTOMER_FILTER, type ListContext } from '@ruwu/domain'
import type { QueryClient } from '@tanstack/react-query'
import { channelKeys } from '../../channel/index.ts'
import { customerSettingKeys } from '../../customer-setting/index.ts'
import { readTimeZone } from '../../enterprise/index.ts'
import { type AgentView, customerKeys } from '../customer/customer-keys.ts'
import { ABSENT } from './filter/filter-parts.ts'

/** What decides whether a customer belongs to a view: the view, what the agent may see, and the enterprise's accounts, stages and clock. */
export function contextOf(cache: QueryClient, { agentId, filter, sort }: AgentView): ListContext {
  const accounts = cache.getQueryData<SimpleAccount[]>(channelKeys.simple) ?? []
  const accountFamily = (id: RelationId) => accounts.filter((it) => it.parentId === id).map((it) => it.relationId)
  const setting = cache.getQueryData<CustomerSetting>(customerSettingKeys.setting)
  // Held for the menu's badge on every page.
  const counts = cache.getQueryData<CustomerCounts>(customerKeys.count(DEFAULT_CUSTOMER_FILTER))
  const me = {
    agentId,
    accountFamily,
    seesColleagues: counts?.colleagueCount !== ABSENT,
    startStageId: setting?.stages[0]?.id,
    now: new Date(),
    timeZone: readTimeZone(cache),
  }
  return { filter, sort, me }
}
