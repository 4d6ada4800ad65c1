export { attachmentRoutes } from './attachment.routes.ts'
export { AttachmentService } from './attachment.service.ts'
export { attachmentKey, attachmentPath, saveAttachment } from './save-attachment.ts'
