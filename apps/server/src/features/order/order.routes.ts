import { orderApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import type { InvoiceService } from './invoice.service.ts'
import type { OrderService } from './order.service.ts'

type Orders = { service: OrderService; invoices: InvoiceService }

export function orderRoutes(app: FastifyInstance, deps: ImplementDeps, { service: orders, invoices }: Orders): void {
  implement(app, deps, '积分订单', orderApi, {
    packages: () => orders.packages(),
    checkCoupon: ({ caller, body }) => orders.checkCoupon(caller, body),
    create: ({ caller, body }) => orders.create(caller, body),
    detail: ({ caller, query }) => orders.detail(caller, query.orderNo),
    pay: ({ caller, body }) => orders.pay(caller, body.orderNo, body.method),
    proof: ({ caller, body }) => orders.proof(caller, body.orderNo, body.url),
    cancel: ({ caller, body }) => orders.cancel(caller, body.orderNo),
    history: ({ caller, query }) => invoices.history(caller, query.orderNo),
    invoice: ({ caller, body: { orderNo, ...form } }) => invoices.request(caller, orderNo, form),
    page: ({ caller, body: { page, pageSize, sort, ...filter } }) =>
      orders.page(caller, filter, { page, pageSize, sort }),
  })
}
