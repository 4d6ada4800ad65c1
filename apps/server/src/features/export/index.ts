export { expireAll } from './export.repo.ts'
export { createExportWorker, exportExpiry, removeExpired } from './export-worker.ts'
export { exportRoutes } from './export.routes.ts'
export { createExportService } from './export.service.ts'
