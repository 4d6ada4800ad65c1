export { agentKeys, useAgents, useIsAdministrator, useMe, useSeesAll } from './agent.queries.ts'
export { useSetStatus } from './agent.mutations.ts'
export { AgentCell, StatusText } from './components/agent-cell.tsx'
export { AgentSelect } from './components/agent-select.tsx'
