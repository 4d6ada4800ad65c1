export * from './demo-enterprise.ts'
