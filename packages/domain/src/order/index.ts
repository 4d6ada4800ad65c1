export * from './order-labels.ts'
export * from './order-price.ts'
export * from './order-status.ts'
export * from './statement.ts'
