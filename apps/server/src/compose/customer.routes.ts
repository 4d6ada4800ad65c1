import { customerApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import type { SummaryService } from '../features/assist/index.ts'
import type { CustomerTagService } from '../features/tag/index.ts'
import { type Handlers, implement, type ImplementDeps } from '../platform/http/implement.ts'
import type { CountService, ListService } from '../list/index.ts'
import { type DetailService, profileHandlers, type ProfileParts } from '../profile/index.ts'
import { receptionHandlers, type ReceptionParts } from '../reception/index.ts'

type CustomerHandlers = Handlers<typeof customerApi>

type ListParts = { lists: ListService; counts: CountService; details: DetailService }

type CustomerParts = ListParts &
  ReceptionParts &
  ProfileParts & { customerTags: CustomerTagService; summaries: SummaryService }

export function customerRoutes(app: FastifyInstance, deps: ImplementDeps, parts: CustomerParts): void {
  implement(app, deps, '客户', customerApi, {
    ...listHandlers(parts),
    ...receptionHandlers(parts),
    ...profileHandlers(parts),
    summary: ({ caller, body, origin }) => parts.summaries.summarise(caller, body, origin.closed()),
    bindTags: ({ caller, body }) => parts.customerTags.bind(caller, body.customerId, body.tagIds),
    unbindTags: ({ caller, body }) => parts.customerTags.unbind(caller, body.customerId, body.tagIds),
  })
}

const listHandlers = ({
  lists,
  counts,
  details,
}: ListParts): Pick<CustomerHandlers, 'list' | 'listedFields' | 'count' | 'countViews' | 'detail'> => ({
  list: ({ caller, body }) => lists.list(caller, body),
  listedFields: ({ caller, body }) => lists.listedFields(caller, body.customerIds),
  count: ({ caller, query }) => counts.count(caller, query.filter),
  countViews: ({ caller, body }) => counts.countViews(caller, body.filters),
  detail: ({ caller, query }) => details.detail(caller, query.customerId),
})
