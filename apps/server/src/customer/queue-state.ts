import type { CustomerRow } from './customer-change.ts'

type QueueState = Pick<
  CustomerRow,
  'agentId' | 'archive' | 'receptionType' | 'waitingSince' | 'sessionId' | 'isBlocked'
>

/** Queued: waits for an agent and has no owner. */
export const isQueued = (row: QueueState): boolean =>
  row.agentId === null && !row.archive && row.receptionType === 'manual' && row.waitingSince !== null && !row.isBlocked

/** Counts toward the owner's reception limit. */
const countsTowardLimit = (row: QueueState): boolean =>
  row.agentId !== null && !row.archive && row.receptionType === 'manual' && row.sessionId !== null

/** A customer joined the queue, or an owner has a free place again. */
export const affectsQueue = (before: QueueState, after: QueueState): boolean =>
  (isQueued(after) && !isQueued(before)) ||
  (countsTowardLimit(before) && !(countsTowardLimit(after) && after.agentId === before.agentId))
