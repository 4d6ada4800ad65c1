export { conversationRoutes } from './conversation.routes.ts'
export { ConversationService } from './conversation.service.ts'
export { HistoryService } from './history.service.ts'
export { type PushEach, ReadService } from './read.service.ts'
