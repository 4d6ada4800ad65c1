export { receptionPlanRoutes } from './reception-plan.routes.ts'
export { createReceptionPlanService } from './reception-plan.service.ts'
