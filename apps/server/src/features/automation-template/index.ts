export { readFlowTemplate } from './template.repo.ts'
export { templateRoutes } from './template.routes.ts'
export { createTemplateService } from './template.service.ts'
