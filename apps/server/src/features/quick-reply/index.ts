export { insertGroups, insertReplies } from './quick-reply.repo.ts'
export { quickReplyRoutes } from './quick-reply.routes.ts'
export { createQuickReplyService, type QuickReplyService } from './quick-reply.service.ts'
