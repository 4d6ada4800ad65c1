import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { showError } from '../api/show-error.ts'

type OptimisticMove<Data, Args> = {
  queryKey: QueryKey
  run: (args: Args) => Promise<unknown>
  apply: (old: Data, args: Args) => Data
  /** Refetches what the move changed. */
  refresh: () => Promise<unknown>
}

/** Shows the new order at once; a refusal restores the old one. */
export function useOptimisticMove<Data, Args>({ queryKey, run, apply, refresh }: OptimisticMove<Data, Args>) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: run,
    onMutate: async (args: Args) => {
      await cache.cancelQueries({ queryKey })
      const before = cache.getQueryData<Data>(queryKey)
      if (before !== undefined) cache.setQueryData<Data>(queryKey, apply(before, args))
      return before
    },
    onError: (error, _, before) => {
      cache.setQueryData(queryKey, before)
      showError(error)
    },
    onSettled: refresh,
  })
}
