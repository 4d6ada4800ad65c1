import type { ConsoleEvent } from '@ruwu/contract'
import type { QueryClient } from '@tanstack/react-query'
import { pointsKeys } from './points.queries.ts'

/** Balance, lots and bills are refetched. */
export function onPointsEvent(cache: QueryClient, event: ConsoleEvent) {
  if (event.type !== 'ent_points_used_up' && event.type !== 'ent_points_back') return
  void cache.invalidateQueries({ queryKey: pointsKeys.all })
}
