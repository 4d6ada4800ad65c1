export { leadKeeper } from './lead-keeper.ts'
export { leadRoutes } from './lead.routes.ts'
export { LeadService } from './lead.service.ts'
