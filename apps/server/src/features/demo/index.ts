export * from './demo-enterprise.ts'
export { seedDemoHistory } from './demo-history.ts'
