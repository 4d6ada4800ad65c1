export { seedDemoAi } from './demo-ai.ts'
export * from './demo-enterprise.ts'
export { seedDemoHistory } from './demo-history.ts'
export { type PastTalk, writePastConversations } from './past-conversations.ts'
