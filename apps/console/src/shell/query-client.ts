import { QueryClient } from '@tanstack/react-query'
import { ServiceError } from '../api/errors.ts'

/** Events keep the cache fresh, so focus and remount fetch nothing; only a broken transport is tried again. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => error instanceof ServiceError && failures < 1,
      },
    },
  })
