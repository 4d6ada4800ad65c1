export { attachmentRoutes } from './attachment.routes.ts'
export { AttachmentService } from './attachment.service.ts'
