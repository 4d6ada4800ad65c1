import type { ConsoleEvent } from '@ruwu/contract'
import type { QueryClient } from '@tanstack/react-query'
import { planKeys } from './reception-plan.queries.ts'

/** An account's switch or setting is part of what a simulation tells. */
export function onReceptionPlanEvent(cache: QueryClient, event: ConsoleEvent) {
  if (event.type === 'reception_plan_change' || event.type === 'channel_account_change')
    void cache.invalidateQueries({ queryKey: planKeys.all })
}
