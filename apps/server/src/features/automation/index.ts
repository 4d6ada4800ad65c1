export { automationRoutes } from './automation.routes.ts'
export { createAutomation } from './create-automation.ts'
export { deleteOldLogs } from './log.repo.ts'
