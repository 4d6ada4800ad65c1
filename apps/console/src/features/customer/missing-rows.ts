import { CUSTOMER_IDS_MAX, customerApi, type CustomerId, type CustomerItem } from '@ruwu/contract'
import { call } from '../../api/call.ts'
import type { AgentView } from './customer.queries.ts'

/** Those of these who fit the view, in as few questions as the server allows. */
export async function fetchRows({ filter, sort }: AgentView, ids: readonly CustomerId[]): Promise<CustomerItem[]> {
  const chunks = Array.from({ length: Math.ceil(ids.length / CUSTOMER_IDS_MAX) }, (_, index) =>
    ids.slice(index * CUSTOMER_IDS_MAX, (index + 1) * CUSTOMER_IDS_MAX),
  )
  const answers = await Promise.all(
    chunks.map((customerIds) =>
      call(customerApi.list, { body: { ...filter, sort, customerIds, limit: CUSTOMER_IDS_MAX } }),
    ),
  )
  return answers.flatMap((answer) => answer.items)
}
