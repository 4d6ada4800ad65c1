import { type ConsoleEvent, PointsEvent } from '@ruwu/contract'
import type { QueryClient } from '@tanstack/react-query'
import { pointsKeys } from './points.queries.ts'

const POINT_EVENTS: ReadonlySet<string> = new Set(PointsEvent.options.map(({ shape }) => shape.type.value))

/** Balance, lots and bills are refetched. */
export function onPointsEvent(cache: QueryClient, event: ConsoleEvent) {
  if (!POINT_EVENTS.has(event.type)) return
  void cache.invalidateQueries({ queryKey: pointsKeys.all })
}
