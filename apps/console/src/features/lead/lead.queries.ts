import { leadApi, type CustomerId } from '@ruwu/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const leadKeys = {
  all: ['lead'] as const,
  list: (customerId: CustomerId) => ['lead', 'list', customerId] as const,
}

/** Page size; far above any real number of contacts. */
const MOST = 100

/** A customer's contacts, newest first. */
export const useLeads = (customerId: CustomerId) =>
  useQuery({
    queryKey: leadKeys.list(customerId),
    queryFn: async () => (await call(leadApi.list, { body: { customerId, pageSize: MOST } })).items,
  })
