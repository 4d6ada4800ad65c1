export { PUBLIC_SPACE } from '../db/schema/index.ts'
export { type Bus, type BusMessage, memoryBus } from './bus.ts'
export { Delivery } from '../chat/socket/chat-delivery.ts'
export { Hub } from './hub.ts'
