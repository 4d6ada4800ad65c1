export { onAutomationEvent } from './automation.events.ts'
