import { searchApi, type CustomerId } from '@ruwu/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../../../api/call.ts'
import { useTimeZone } from '../../../enterprise/index.ts'
import { isAsking, searchBody, type SearchCriteria } from './search-criteria.ts'

/** Where in a conversation it is said, newest first. */
export function useThreadSearch(customerId: CustomerId, criteria: SearchCriteria) {
  const body = searchBody(customerId, criteria, useTimeZone())
  return useQuery({
    queryKey: ['message', 'search', body],
    queryFn: () => call(searchApi.thread, { body }),
    enabled: isAsking(criteria),
    placeholderData: keepPreviousData,
    // People go on talking.
    staleTime: 0,
  })
}
