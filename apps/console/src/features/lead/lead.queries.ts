import { leadApi, type CustomerId } from '@ruwu/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const leadKeys = {
  all: ['lead'] as const,
  list: (customerId: CustomerId) => ['lead', 'list', customerId] as const,
}

/** More contacts than anybody has. */
const MOST = 100

/** The contacts a customer has left, newest first. */
export const useLeads = (customerId: CustomerId) =>
  useQuery({
    queryKey: leadKeys.list(customerId),
    queryFn: async () => (await call(leadApi.list, { body: { customerId, pageSize: MOST } })).items,
  })
