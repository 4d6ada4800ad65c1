export {
  endAllDemos,
  endDemo,
  findNamed,
  getEnterprise,
  hasOtherEnterprise,
  insertEnterprise,
  isAutomationPaused,
  isVisitorDemo,
  lockLimits,
  markCertified,
  readTimeZone,
  resumeEnterprise,
  suspendEnterprise,
} from './enterprise.repo.ts'
export { createClosingService } from './closing.service.ts'
export { createEnterpriseCloser } from './close-enterprises.ts'
export { createEnterpriseService, pauseAutomation } from './enterprise.service.ts'
export { enterpriseRoutes } from './enterprise.routes.ts'
