export { Viewing } from './viewing.ts'
export { receptionHandlers, type ReceptionParts } from './reception.handlers.ts'
export { createCustomerReception } from './create-customer-reception.ts'
export { listOnline } from './team.repo.ts'
