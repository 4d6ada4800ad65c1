import type { ConsoleEvent } from '@ruwu/contract'
import { toast } from '@ruwu/ui'
import type { QueryClient } from '@tanstack/react-query'
import { exportKeys } from './export.queries.ts'
import { texts } from './texts.ts'

/** The drawer may be closed: the end is also told. */
export function onExportEvent(cache: QueryClient, event: ConsoleEvent) {
  if (event.type !== 'export_done') return
  void cache.invalidateQueries({ queryKey: exportKeys.all })
  if (event.status === 'done') toast.success(texts.done)
  else toast.error(texts.failed)
}
