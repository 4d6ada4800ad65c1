import type { CustomerRow } from '../../customer/index.ts'

type Standing = Pick<CustomerRow, 'receptionType' | 'waitingSince' | 'archive' | 'isBlocked'>

/** Nobody but the AI speaks to them, and nothing keeps it from doing so. */
export const isWithAi = (row: Omit<Standing, 'waitingSince'>): boolean =>
  row.receptionType === 'ai_agent' && !row.archive && !row.isBlocked

/** Whether the AI is to answer them at all. */
export const isToAnswer = (row: Standing): boolean => isWithAi(row) && row.waitingSince !== null
