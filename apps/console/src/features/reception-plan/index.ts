export { usePlanChoices } from './reception-plan.queries.ts'
