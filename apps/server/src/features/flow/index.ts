export { createFlows } from './create-flows.ts'
export { flowRoutes } from './flow.routes.ts'
export { listPublished } from './flow.repo.ts'
