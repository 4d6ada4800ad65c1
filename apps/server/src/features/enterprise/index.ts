export { hasOtherEnterprise, insertEnterprise, listByNameOrId, readTimeZone } from './enterprise.repo.ts'
export { enterpriseRoutes } from './enterprise.routes.ts'
