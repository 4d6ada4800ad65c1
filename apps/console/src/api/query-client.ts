import { notifyManager, QueryClient } from '@tanstack/react-query'
import { ServiceError } from './errors.ts'

/** Events keep the cache fresh, so focus and remount do not refetch; only transport errors are retried. */
export function createQueryClient(): QueryClient {
  // Notified in a microtask of the click itself, so that a button is busy before the second click of a double click.
  notifyManager.setScheduler(queueMicrotask)
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => error instanceof ServiceError && failures < 1,
      },
      // Offline a save fails at once; paused mutations would run later unexpectedly.
      mutations: { networkMode: 'always' },
    },
  })
}
