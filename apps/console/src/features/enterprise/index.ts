export * from './enterprise.queries.ts'
