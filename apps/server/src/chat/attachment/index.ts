export { attachmentRoutes } from './attachment.routes.ts'
export { AttachmentService } from './attachment.service.ts'
export {
  attachmentKey,
  attachmentPath,
  type AttachmentRow,
  deleteAttachment,
  eraseFiles,
  findAttachment,
  findFormFile,
  getPicture,
  saveAttachment,
  saveCodes,
} from './attachment.repo.ts'
