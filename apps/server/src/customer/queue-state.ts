import type { CustomerRow } from './customer-change.ts'

type Standing = Pick<CustomerRow, 'agentId' | 'archive' | 'receptionType' | 'waitingSince' | 'sessionId' | 'isBlocked'>

/** In the queue: waits for a person, and nobody has taken them. */
export const isQueued = (row: Standing): boolean =>
  row.agentId === null && !row.archive && row.receptionType === 'manual' && row.waitingSince !== null && !row.isBlocked

/** Counts among those their owner is receiving now. */
const takesPlace = (row: Standing): boolean =>
  row.agentId !== null && !row.archive && row.receptionType === 'manual' && row.sessionId !== null

/** Somebody joined the queue, or somebody's hands are free again. */
export const isWorkForDrain = (before: Standing, after: Standing): boolean =>
  (isQueued(after) && !isQueued(before)) ||
  (takesPlace(before) && !(takesPlace(after) && after.agentId === before.agentId))
