import type { CustomerKey, Expected } from '../../customer/index.ts'
import type { Run } from './run.repo.ts'
import type { Situation } from './situation.ts'
import type { Claim } from './answer-queue.repo.ts'

/** A run with all it was begun with. */
export type Begun = { claim: Claim; run: Run; situation: Situation }

export const keyOf = ({ entId, customerId }: Pick<Run, 'entId' | 'customerId'>): CustomerKey => ({ entId, customerId })

/** As things stood when it began; if they stand otherwise, nothing comes of it. */
export const expectedOf = (run: Run): Expected => ({
  receptionType: 'ai_agent',
  receptionEpoch: run.epoch,
  inboundSeq: run.answeredSeq,
  humanSeq: run.humanSeq,
})
