export { createErasureWorker } from './erasure-worker.ts'
export { personalDataRoutes } from './personal-data.routes.ts'
export { createPersonalDataService } from './personal-data.service.ts'
