export { createFlows } from './create-flows.ts'
export { flowRoutes } from './flow.routes.ts'
export { flowSecrets, listPublished } from './flow.repo.ts'
