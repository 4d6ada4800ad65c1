export { leadKeeper } from './lead-keeper.ts'
export { fillField } from './record.ts'
export { leadRoutes } from './lead.routes.ts'
export { LeadService } from './lead.service.ts'
