export { onCustomerEvent } from './customer/customer.events.ts'
export { useMyUnread } from './customer/customer.queries.ts'
export { onMessageEvent } from './thread/message.events.ts'
