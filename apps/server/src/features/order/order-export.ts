import type { ExportFilters } from '@ruwu/contract'
import {
  formatDateTime,
  formatMoney,
  invoiceLabel,
  ORDER_STATUS_LABELS,
  orderFilterText,
  orderPointsText,
  PAY_METHOD_LABELS,
} from '@ruwu/domain'
import { exportType, inBatches } from '../../platform/export-type.ts'
import { countOrders, listOrders, type OrderRow } from './order.repo.ts'
import { toOrder } from './order.view.ts'

/** 订单 as its page shows it. */
export const orderExport = exportType<ExportFilters<'order'>, OrderRow>({
  permission: 'pointManagement:viewPage',
  hasCustomers: false,
  columns: [
    { key: 'orderNo', name: '订单号', width: 22, value: ({ orderNo }) => orderNo },
    { key: 'package', name: '套餐', width: 14, value: ({ packageName }) => packageName },
    { key: 'points', name: '积分', width: 18, value: orderPointsText },
    { key: 'amount', name: '金额', width: 14, value: ({ amount }) => formatMoney(amount) },
    { key: 'method', name: '支付方式', width: 12, value: ({ method }) => (method ? PAY_METHOD_LABELS[method] : '') },
    { key: 'status', name: '状态', width: 10, value: ({ status }) => ORDER_STATUS_LABELS[status] },
    { key: 'agent', name: '下单人', width: 14, value: (row) => toOrder(row).agentName },
    {
      key: 'createdAt',
      name: '下单时间',
      width: 18,
      value: ({ createdAt }, timeZone) => formatDateTime(createdAt, timeZone),
    },
    {
      key: 'paidAt',
      name: '支付时间',
      width: 18,
      value: ({ paidAt }, timeZone) => (paidAt ? formatDateTime(paidAt, timeZone) : ''),
    },
    { key: 'invoice', name: '发票', width: 10, value: (row) => invoiceLabel(toOrder(row)) },
  ],
  describe: async ({ filters, timeZone }) => orderFilterText(filters, timeZone),
  count: ({ db, caller, filters }, most) => countOrders(db, caller.entId, filters, most),
  batches: ({ db, caller, filters }) =>
    inBatches<OrderRow>((last, limit) => listOrders(db, caller.entId, filters, { last, limit, sort: filters.sort })),
})
