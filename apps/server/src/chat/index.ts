export type { CustomerThreads } from './customer-threads.ts'
