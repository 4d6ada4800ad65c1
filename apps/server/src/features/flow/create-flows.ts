import type { FastifyBaseLogger } from 'fastify'
import type { CustomerWriter } from '../../customer/customer-writer.ts'
import type { LeadRecorder } from '../../customer/lead-recorder.ts'
import type { Database } from '../../db/database.ts'
import type { Engine } from '../../engine/index.ts'
import type { KnowledgeSearch } from '../../engine/retrieval/index.ts'
import type { AutomaticSender, FindSendingAccount, ReadCodes } from '../../outbound/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Intents } from '../automation/index.ts'
import type { ActionDeps } from '../automation-action/index.ts'
import { FlowAnswerer } from './flow-answerer.ts'
import { createFlowCalls } from './flow-calls.ts'
import { EffectRunner } from './flow-effects.ts'
import { createFlowSwitch } from './flow-switch.ts'
import { type FlowWatcherDeps, watchCustomers } from './flow-watcher.ts'
import { FlowWorker } from './flow-worker.ts'
import { createFlowService } from './flow.service.ts'
import { StepRunner } from './run-step.ts'

type FlowDeps = FlowWatcherDeps & {
  db: Database
  clock: Clock
  log: FastifyBaseLogger
  writer: CustomerWriter
  automatic: AutomaticSender
  findAccount: FindSendingAccount
  leads: LeadRecorder
  engine: Engine
  search: KnowledgeSearch
  intents: Intents
  secrets: Secrets
  readCodes: ReadCodes
  isDemo: boolean
}

/** Wires flows: their pages, the switch of a thread, and the worker that runs them. */
export function createFlows(deps: FlowDeps) {
  watchCustomers(deps)
  const flowSwitch = createFlowSwitch(deps)
  const startFlow: ActionDeps['startFlow'] = (tx, change, flowId, now) => flowSwitch.start(tx.sql, change, flowId, now)
  const steps = new StepRunner({ ...deps, effects: new EffectRunner({ ...deps, startFlow }) })
  return {
    flows: createFlowService(deps),
    flowSwitch,
    worker: new FlowWorker({ ...deps, steps, calls: createFlowCalls({ ...deps, answerer: new FlowAnswerer(deps) }) }),
  }
}
