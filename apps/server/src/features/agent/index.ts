export {
  areAccounts,
  areAgents,
  disableAgents,
  insertAgent,
  isAdministrator,
  listAgents,
  listHolders,
  moveRoleMembers,
  recordLogin,
  scopeText,
  setPassword,
} from './agent.repo.ts'
export { createBusyEnd } from './busy-end.ts'
export { agentExport } from './agent-export.ts'
export { createAgentEnabling } from './agent-enable.ts'
export { agentRoutes } from './agent.routes.ts'
export { AgentService } from './agent.service.ts'
