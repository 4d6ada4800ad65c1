export { PUBLIC_SPACE } from '../db/schema/index.ts'
export { type Bus, type BusMessage, memoryBus } from './bus.ts'
export { Hub } from './hub.ts'
