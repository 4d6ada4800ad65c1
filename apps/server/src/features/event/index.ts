export { eventRoutes } from './event.routes.ts'
export { purgeEvents } from './event.service.ts'
