export type { CustomerPerson, CustomerThreads } from './customer-threads.ts'
