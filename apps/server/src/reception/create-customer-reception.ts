import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import type { Bus } from '../realtime/index.ts'
import type { CustomerWriter } from '../customer/customer-writer.ts'
import { type AutomaticSender, type FindSendingAccount } from '../outbound/index.ts'
import { BatchService, type SetStage, type TagBinder } from './batch.service.ts'
import { QueueAssigner } from './assign-queue.ts'
import { HandOver } from './hand-over.ts'
import { OwnerService } from './owner.service.ts'
import { createPostponeService } from './postpone.service.ts'
import { AiReturnWorker } from './ai-return-worker.ts'
import { SessionExpiry } from './session-expiry.ts'
import { type StartFlow, StatusService } from './status.service.ts'
import { createGroupService } from './transfer-group.ts'
import { TargetService } from './transfer-targets.ts'
import { WaitingMonitor } from './waiting-monitor.ts'

type CustomerReceptionDeps = {
  db: Database
  bus: Bus
  clock: Clock
  log: FastifyBaseLogger
  writer: CustomerWriter
  findAccount: FindSendingAccount
  automatic: AutomaticSender
  customerTags: TagBinder
  setStage: SetStage
  startFlow: StartFlow
}

/** Reception of customers: the services behind agents' requests, and the background workers. */
export function createCustomerReception(deps: CustomerReceptionDeps) {
  const owners = new OwnerService(deps)
  const statuses = new StatusService(deps)
  const postpones = createPostponeService(deps)
  const handOver = new HandOver(deps)
  return {
    owners,
    statuses,
    postpones,
    handOver,
    targets: new TargetService(deps),
    groups: createGroupService(deps),
    batches: new BatchService({ ...deps, owners, statuses, postpones, tags: deps.customerTags }),
    work: {
      handOver,
      assignQueue: new QueueAssigner(deps),
      returns: new AiReturnWorker(deps),
      postpones,
      waiting: new WaitingMonitor(deps),
      sessionExpiry: new SessionExpiry(deps),
    },
  }
}
