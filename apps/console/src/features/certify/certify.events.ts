import type { ConsoleEvent } from '@ruwu/contract'
import type { QueryClient } from '@tanstack/react-query'
import { enterpriseKey } from '../enterprise/index.ts'
import { certifyKeys } from './certify.queries.ts'

export function onCertifyEvent(cache: QueryClient, event: ConsoleEvent) {
  if (event.type !== 'ent_certify_change') return
  void cache.invalidateQueries({ queryKey: certifyKeys.all })
  void cache.invalidateQueries({ queryKey: enterpriseKey })
}
