import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/database.ts'
import { createFollowUpWriter, type ModelCaller } from '../../engine/index.ts'
import type { KnowledgeSearch } from '../../engine/retrieval/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { AutomaticSender, Desk, FindSendingAccount } from '../../customer/index.ts'
import { AutomationService } from './automation.service.ts'
import { followDesk } from './follow-up/customer-watcher.ts'
import { FollowUpWorker } from './follow-up/follow-up-worker.ts'
import { FollowingUp } from './follow-up/run-follow-up.ts'

export type AutomationDeps = {
  db: Database
  clock: Clock
  log: FastifyBaseLogger
  desk: Desk
  automatic: AutomaticSender
  findAccount: FindSendingAccount
  modelCaller: ModelCaller
  search: KnowledgeSearch
}

/** What is said and done to customers by itself. */
export function createAutomation(deps: AutomationDeps) {
  followDesk(deps.desk)
  const following = new FollowingUp({ ...deps, writer: createFollowUpWriter(deps.modelCaller) })
  return { settings: new AutomationService(deps), followUps: new FollowUpWorker({ ...deps, following }) }
}
