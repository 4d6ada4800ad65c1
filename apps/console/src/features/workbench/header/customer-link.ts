import type { CustomerId } from '@ruwu/contract'

/** Where a colleague finds the same customer. */
export const customerLink = (origin: string, customerId: CustomerId) => `${origin}/chat?customerId=${customerId}`
