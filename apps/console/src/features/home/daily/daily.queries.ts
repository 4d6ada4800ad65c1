import { type DailyFilter, homeDailyApi } from '@ruwu/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

export const dailyKeys = {
  report: (filter: DailyFilter) => ['home-daily', 'report', filter] as const,
  push: ['home-daily', 'push'] as const,
}

/** With the filter it answers: while the next report is read, what is shown is of another filter than the address. */
export const useDaily = (filter: DailyFilter) =>
  useQuery({
    queryKey: dailyKeys.report(filter),
    queryFn: async () => ({ filter, report: await call(homeDailyApi.report, { query: filter }) }),
    placeholderData: keepPreviousData,
  })
