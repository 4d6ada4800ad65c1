export { deleteExpiredCodes } from './sms-code.repo.ts'
export { createSmsCodes, type SmsCodes } from './sms-codes.ts'
export { createSmsProvider } from './sms-provider.ts'
