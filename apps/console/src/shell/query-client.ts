import { notifyManager, QueryClient } from '@tanstack/react-query'
import { ServiceError } from '../api/errors.ts'

/** Events keep the cache fresh, so focus and remount fetch nothing; only a broken transport is tried again. */
export function createQueryClient(): QueryClient {
  // Told in the task of the click itself, a button is drawn busy before the second click of a double click is heard.
  notifyManager.setScheduler(queueMicrotask)
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => error instanceof ServiceError && failures < 1,
      },
      // Without a line a save fails at once and says so; kept back, it would be carried out when nobody expects it any more.
      mutations: { networkMode: 'always' },
    },
  })
}
