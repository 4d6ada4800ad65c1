import { CUSTOMER_IDS_MAX, customerApi, type CustomerId } from '@ruwu/contract'
import { useQuery } from '@tanstack/react-query'
import { batched } from '../../../api/batched.ts'
import { call } from '../../../api/call.ts'
import { customerKeys } from '../customer/customer-keys.ts'

/** Rows that mount together ask together. */
const loadFields = batched(async (customerIds: CustomerId[]) => {
  const rows = await call(customerApi.listedFields, { body: { customerIds } })
  return new Map(rows.map(({ customerId, fields }) => [customerId, fields]))
}, CUSTOMER_IDS_MAX)

/** Values of the fields marked 列表显示; refetched by events. */
export const useListedFields = (customerId: CustomerId) =>
  useQuery({
    queryKey: customerKeys.listedFieldsOf(customerId),
    queryFn: async () => (await loadFields(customerId)) ?? {},
    staleTime: 5 * 60_000,
  })
