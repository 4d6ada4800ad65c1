export { attachSocketServer } from './socket-server.ts'
export { ChatDelivery } from './chat-delivery.ts'
export { announceThread } from './chat-item.ts'
