export { createMaterials } from './create-materials.ts'
export { lockByContent, isUsableCard, listCards, type MaterialRow } from './material.repo.ts'
export { materialRoutes } from './material.routes.ts'
export type { MaterialService } from './material.service.ts'
