import type { FastifyBaseLogger } from 'fastify'
import type { AutomaticSender, FindSendingAccount } from '../../outbound/index.ts'
import type { CustomerWriter } from '../../customer/customer-writer.ts'
import type { Database } from '../../db/database.ts'
import { createFollowUpWriter } from '../../engine/index.ts'
import type { ModelCaller } from '../../engine/model/index.ts'
import type { KnowledgeSearch } from '../../engine/retrieval/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { createAutoArchiveWorker } from './auto-archive/auto-archive-worker.ts'
import { AutomationService } from './automation.service.ts'
import { watchCustomers } from './follow-up/customer-watcher.ts'
import { FollowUpWorker } from './follow-up/follow-up-worker.ts'
import { FollowUpRunner } from './follow-up/run-follow-up.ts'
import { createLeadPushService } from './lead-push/lead-push.service.ts'

type AutomationDeps = {
  db: Database
  clock: Clock
  log: FastifyBaseLogger
  writer: CustomerWriter
  automatic: AutomaticSender
  findAccount: FindSendingAccount
  modelCaller: ModelCaller
  search: KnowledgeSearch
  secrets: Secrets
  isDemo: boolean
}

/** Wires the cards of 更多自动化. */
export function createAutomation(deps: AutomationDeps) {
  watchCustomers(deps.writer)
  const runner = new FollowUpRunner({ ...deps, textWriter: createFollowUpWriter(deps.modelCaller) })
  return {
    settings: new AutomationService(deps),
    followUps: new FollowUpWorker({ ...deps, runner: runner }),
    autoArchive: createAutoArchiveWorker(deps),
    leadPush: createLeadPushService(deps),
  }
}
