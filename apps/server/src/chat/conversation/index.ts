export { conversationRoutes } from './conversation.routes.ts'
export { conversationNotFound, ConversationService } from './conversation.service.ts'
export { HistoryService } from './history.service.ts'
export { ReadService } from './read.service.ts'
