export * from './agent.ts'
export * from './auth.ts'
export * from './enterprise.ts'
export * from './event.ts'
