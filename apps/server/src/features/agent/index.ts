export { agentRoutes } from './agent.routes.ts'
export { AgentService } from './agent.service.ts'
