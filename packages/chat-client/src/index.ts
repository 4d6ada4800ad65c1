export * from './backoff.ts'
export * from './connection-options.ts'
export * from './connection.ts'
