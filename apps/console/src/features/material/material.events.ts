import type { ConsoleEvent } from '@ruwu/contract'
import type { QueryClient } from '@tanstack/react-query'
import { channelKeys } from '../channel/index.ts'
import { materialKeys } from './material.queries.ts'

/**
 * The event carries no data, so queries are invalidated; an account's first card also completes a step of its
 * checklist.
 */
export function onMaterialEvent(cache: QueryClient, event: ConsoleEvent) {
  if (event.type !== 'material_change') return
  void cache.invalidateQueries({ queryKey: materialKeys.all })
  void cache.invalidateQueries({ queryKey: channelKeys.detail(event.relationId) })
}
