export { deleteOldPreviews } from './preview.repo.ts'
export { previewRoutes } from './preview.routes.ts'
export { PreviewService } from './preview.service.ts'
