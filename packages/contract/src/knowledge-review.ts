import { z } from 'zod'
import { CandidateId, CustomerId, Instant, MessageId, MissId } from './ids.ts'

export const CANDIDATE_STATUSES = ['pending', 'accepted', 'rejected'] as const

/** A customer's question answered by an agent: a candidate for the knowledge base. */
export const Candidate = z.object({
  id: CandidateId,
  question: z.string(),
  answer: z.string(),
  times: z.int32(),
  customerId: CustomerId.nullable(),
  messageId: MessageId.nullable(),
  lastAt: Instant,
  status: z.enum(CANDIDATE_STATUSES),
})
export type Candidate = z.infer<typeof Candidate>

export const MISS_STATUSES = ['open', 'answered', 'ignored'] as const

/** A customer's question without a retrieval hit. */
export const Miss = z.object({
  id: MissId,
  question: z.string(),
  times: z.int32(),
  customerId: CustomerId.nullable(),
  customerName: z.string(),
  messageId: MessageId.nullable(),
  lastAt: Instant,
  status: z.enum(MISS_STATUSES),
})
export type Miss = z.infer<typeof Miss>
