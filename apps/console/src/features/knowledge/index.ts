export { knowledgeKeys } from './knowledge.queries.ts'
export { KnowledgeTab } from './knowledge-tab.tsx'
