import type { CustomerRow } from '../../customer/customer-change.ts'

type ReceptionState = Pick<CustomerRow, 'receptionType' | 'waitingSince' | 'archive' | 'isBlocked'>

/** The AI receives the customer and may send to them. */
export const isReceivedByAi = (row: Omit<ReceptionState, 'waitingSince'>): boolean =>
  row.receptionType === 'ai_agent' && !row.archive && !row.isBlocked

/** The customer has an unanswered message that the AI is to answer. */
export const awaitsAi = (row: ReceptionState): boolean => isReceivedByAi(row) && row.waitingSince !== null
