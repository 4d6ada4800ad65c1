export { hasOtherEnterprise, insertEnterprise, listByNameOrId, lockLimits, readTimeZone } from './enterprise.repo.ts'
export { enterpriseRoutes } from './enterprise.routes.ts'
