export { seedDemoAi } from './demo-ai.ts'
export { DEMO_PASSWORD, describeDemoAccounts, settleDemo } from './demo-enterprise.ts'
export { seedDemoHistory } from './demo-history.ts'
export { type PastTalk, writePastConversations } from './past-conversations.ts'
