export { OpenOrders } from './open-orders.tsx'
export { PurchasePanel } from './purchase-panel.tsx'
