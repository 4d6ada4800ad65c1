import { type DailyFilter, homeDailyApi } from '@ruwu/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

export const dailyKeys = {
  report: (filter: DailyFilter) => ['home-daily', 'report', filter] as const,
  push: ['home-daily', 'push'] as const,
}

export const useDaily = (filter: DailyFilter) =>
  useQuery({
    queryKey: dailyKeys.report(filter),
    queryFn: () => call(homeDailyApi.report, { query: filter }),
    placeholderData: keepPreviousData,
  })
