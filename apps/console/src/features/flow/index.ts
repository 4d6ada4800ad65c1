export { type FlowChoice, useFlowChoices, useFlows, usePublishedFlows } from './flow.queries.ts'
