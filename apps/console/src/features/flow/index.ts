export { type FlowChoice, useFlows, usePublishedFlows } from './flow.queries.ts'
