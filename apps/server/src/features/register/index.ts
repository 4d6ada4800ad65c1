export { registerRoutes } from './register.routes.ts'
export { createRegisterService } from './register.service.ts'
