import { customerApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import { type Handlers, implement, type ImplementDeps } from '../platform/http/implement.ts'
import type { CountService } from '../list/count.service.ts'
import type { DetailService } from '../profile/detail.service.ts'
import type { ListService } from '../list/list.service.ts'
import { profileHandlers, type ProfileParts } from '../profile/profile.handlers.ts'
import { receptionHandlers, type ReceptionParts } from '../reception/reception.handlers.ts'

export type CustomerHandlers = Handlers<typeof customerApi>

type ListParts = { lists: ListService; counts: CountService; details: DetailService }

type CustomerParts = ListParts & ReceptionParts & ProfileParts

export function customerRoutes(app: FastifyInstance, deps: ImplementDeps, parts: CustomerParts): void {
  implement(app, deps, '客户', customerApi, {
    ...listHandlers(parts),
    ...receptionHandlers(parts),
    ...profileHandlers(parts),
  })
}

const listHandlers = ({ lists, counts, details }: ListParts): Pick<CustomerHandlers, 'list' | 'count' | 'detail'> => ({
  list: ({ caller, body }) => lists.list(caller, body),
  count: ({ caller, query }) => counts.count(caller, query.filter),
  detail: ({ caller, query }) => details.detail(caller, query.customerId),
})
