import type { ConsoleEvent } from '@ruwu/contract'
import type { QueryClient } from '@tanstack/react-query'
import { previewKeys } from './preview.queries.ts'

export function onPreviewEvent(cache: QueryClient, event: ConsoleEvent) {
  if (event.type !== 'knowledge_change') return
  void cache.invalidateQueries({ queryKey: previewKeys.questions(event.relationId) })
}
