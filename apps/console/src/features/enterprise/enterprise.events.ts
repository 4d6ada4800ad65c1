import type { ConsoleEvent, Enterprise } from '@ruwu/contract'
import { applyEnterpriseEvent } from '@ruwu/domain'
import type { QueryClient } from '@tanstack/react-query'
import { enterpriseKey } from './enterprise.queries.ts'

export function onEnterpriseEvent(cache: QueryClient, event: ConsoleEvent) {
  if (event.type !== 'enterprise_change') return
  cache.setQueryData<Enterprise>(enterpriseKey, (old) => old && applyEnterpriseEvent(old, event))
}
