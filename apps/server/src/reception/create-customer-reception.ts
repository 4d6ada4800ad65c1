import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import type { Bus } from '../realtime/bus.ts'
import type { Desk } from '../customer/customer-writer.ts'
import type { AutomaticSender } from '../outbound/automatic-sender.ts'
import type { FindSendingAccount } from '../outbound/send.service.ts'
import { Speaker } from '../outbound/automatic-speaker.ts'
import type { CustomerTagService } from '../features/tag/customer-tag.service.ts'
import { BatchService } from './batch.service.ts'
import { Drain } from './assign-queue.ts'
import { OwnerService } from './owner.service.ts'
import { PointsWatch } from './points-watch.ts'
import { ReturnOfAi } from './return-of-ai.ts'
import { SessionEnd } from './session-end.ts'
import { StatusService } from './status.service.ts'
import { TargetService } from './targets.ts'
import { WaitingWatch } from './waiting.ts'

type CustomerReceptionDeps = {
  db: Database
  bus: Bus
  clock: Clock
  log: FastifyBaseLogger
  desk: Desk
  findAccount: FindSendingAccount
  automatic: AutomaticSender
  customerTags: CustomerTagService
}

/** Who receives customers, and how: what agents ask for, and what happens by itself. */
export function createCustomerReception(deps: CustomerReceptionDeps) {
  const owners = new OwnerService(deps)
  const statuses = new StatusService(deps)
  return {
    owners,
    statuses,
    targets: new TargetService(deps),
    batches: new BatchService({ ...deps, owners, statuses, tags: deps.customerTags }),
    work: {
      drain: new Drain(deps),
      points: new PointsWatch({ ...deps, speaker: new Speaker(deps.automatic) }),
      returns: new ReturnOfAi(deps),
      waiting: new WaitingWatch(deps),
      sessionEnd: new SessionEnd(deps),
    },
  }
}
