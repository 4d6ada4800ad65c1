export { enterpriseRoutes } from './enterprise.routes.ts'
