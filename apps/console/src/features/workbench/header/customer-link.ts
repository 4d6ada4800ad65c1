import type { CustomerId } from '@ruwu/contract'

/** Shareable link to the customer. */
export const customerLink = (origin: string, customerId: CustomerId) => `${origin}/chat?customerId=${customerId}`
