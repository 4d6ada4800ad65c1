export * from './material.events.ts'
export { materialKeys, useMaterialChoices } from './material.queries.ts'
