export { automationRoutes } from './automation.routes.ts'
export { createAutomation } from './create-automation.ts'
export { addLog, deleteOldLogs, listLogsByMessage } from './log.repo.ts'
