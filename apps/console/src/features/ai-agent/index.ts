export * from './ai-agent.events.ts'
