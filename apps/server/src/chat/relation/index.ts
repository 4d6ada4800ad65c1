export { relationRoutes } from './relation.routes.ts'
export { RelationService } from './relation.service.ts'
