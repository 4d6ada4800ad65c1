import type { RelationId } from '@ruwu/contract'
import type { Case } from '../customer/customer-change.ts'

export type MediaToFetch = { of: Case; seq: number; relationId: RelationId; media: object }

/** Stands for the customer's own picture where the number of a message would. */
export const AVATAR_SEQ = 0
