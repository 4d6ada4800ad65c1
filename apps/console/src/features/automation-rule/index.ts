export { useRules } from './automation-rule.queries.ts'
export { ConditionEditor } from './components/condition-editor.tsx'
export { FLOW_CONDITION_TYPES } from './rule-draft.ts'
