export * from './metric-format.ts'
export * from './metrics.ts'
export * from './period.ts'
export * from './working-time.ts'
