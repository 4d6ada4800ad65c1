export { useMaterialChoices, useUsableCards } from './material.queries.ts'
