import type { CustomerKey } from '../../customer/customer-change.repo.ts'
import type { Expected } from '../../outbound/index.ts'
import type { Claim } from './answer-queue.repo.ts'
import type { Run } from './run.repo.ts'
import type { Situation } from './situation.ts'

/** A started run, its lease on the answer queue and the data it decides on. */
export type RunContext = { claim: Claim; run: Run; situation: Situation }

export const customerKey = ({ entId, customerId }: Pick<Run, 'entId' | 'customerId'>): CustomerKey => ({
  entId,
  customerId,
})

/** The customer's state at the start of the run. Every send and handoff is guarded by it: any difference discards the result. */
export const expectedState = (run: Run): Expected => ({
  receptionType: 'ai_agent',
  receptionEpoch: run.epoch,
  inboundSeq: run.answeredSeq,
  humanSeq: run.humanSeq,
})
