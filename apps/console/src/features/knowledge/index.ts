export { knowledgeKeys } from './knowledge.queries.ts'
export { KnowledgeTab } from './knowledge-tab.tsx'
export { useResolveMiss } from './knowledge.mutations.ts'
export { ChatLink } from './components/chat-link.tsx'
