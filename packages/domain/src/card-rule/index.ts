export * from './asks-contact.ts'
export * from './card-rule-situation.ts'
export * from './card-rule-trigger.ts'
export * from './decide-card-rules.ts'
