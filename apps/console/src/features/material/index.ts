export { materialKeys, useMaterialChoices } from './material.queries.ts'
