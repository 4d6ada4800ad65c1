export * from './agent.events.ts'
export { agentKeys, useAgents, useMe } from './agent.queries.ts'
export { useSetStatus } from './agent.mutations.ts'
export { AgentCell, StatusWord } from './components/agent-cell.tsx'
