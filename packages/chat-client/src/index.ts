export * from './backoff.ts'
export * from './connection.ts'
