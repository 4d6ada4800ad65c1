import { searchApi, type CustomerId } from '@ruwu/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../../../api/call.ts'
import { useTimeZone } from '../../../enterprise/index.ts'
import { isAsking, searchBody, type SearchCriteria } from './search-criteria.ts'

/** Matching messages, newest first. */
export function useThreadSearch(customerId: CustomerId, criteria: SearchCriteria) {
  const body = searchBody(customerId, criteria, useTimeZone())
  return useQuery({
    queryKey: ['message', 'search', body],
    queryFn: () => call(searchApi.thread, { body }),
    enabled: isAsking(criteria),
    placeholderData: keepPreviousData,
    // New messages may match.
    staleTime: 0,
  })
}
