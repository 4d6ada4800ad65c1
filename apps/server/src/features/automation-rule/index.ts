export { ruleRoutes } from './rule.routes.ts'
export { createRuleService } from './rule.service.ts'
export { createRuleWorker } from './rule-worker.ts'
export { deleteOldRuns } from './run.repo.ts'
