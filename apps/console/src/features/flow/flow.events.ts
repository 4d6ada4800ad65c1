import type { ConsoleEvent } from '@ruwu/contract'
import type { QueryClient } from '@tanstack/react-query'
import { flowKeys } from './flow.queries.ts'

export function onFlowEvent(cache: QueryClient, event: ConsoleEvent) {
  if (event.type === 'flow_change') void cache.invalidateQueries({ queryKey: flowKeys.all })
}
