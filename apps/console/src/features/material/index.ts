export * from './material.events.ts'
export { useMaterialChoices } from './material.queries.ts'
