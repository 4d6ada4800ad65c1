export * from './card-rule.events.ts'
