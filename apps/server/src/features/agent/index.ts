export {
  areAgents,
  insertAgent,
  isAdministrator,
  listAgents,
  listHolders,
  moveRoleMembers,
  recordLogin,
  setPassword,
} from './agent.repo.ts'
export { agentRoutes } from './agent.routes.ts'
export { AgentService } from './agent.service.ts'
