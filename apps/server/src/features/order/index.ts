export { createOrders } from './create-orders.ts'
export { orderExport } from './order-export.ts'
export { orderRoutes } from './order.routes.ts'
export { paymentNoticeRoutes } from './payment-notice.routes.ts'
