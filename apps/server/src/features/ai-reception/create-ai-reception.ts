import type { FastifyBaseLogger } from 'fastify'
import type { AutomaticSender, FindSendingAccount } from '../../outbound/index.ts'
import type { CustomerWriter } from '../../customer/customer-writer.ts'
import type { LeadRecorder } from '../../customer/lead-recorder.ts'
import type { Database } from '../../db/database.ts'
import type { Engine } from '../../engine/index.ts'
import type { KnowledgeSearch } from '../../engine/retrieval/index.ts'
import { createBestEffortQueue } from '../../jobs/best-effort-queue.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import type { Bus } from '../../realtime/index.ts'
import { AiRunService } from './ai-run.service.ts'
import { CustomerAnswerer } from './answer-customer.ts'
import { AnswerWorker } from './answer-worker.ts'
import { watchCustomers } from './customer-watcher.ts'
import { AnswerDeliveryResults } from './delivery-result.ts'
import { RunFinisher } from './finish-run.ts'
import { FurtherRequestAnswerer } from './further-request.ts'
import { HandoffHintWorker } from './handoff-hint.ts'
import { KnowledgeFeedback } from './knowledge-feedback.ts'
import { type HumanAnswer, HumanAnswerMiner } from './mine-human-answers.ts'
import { PictureReader } from './picture-reader.ts'
import { AnswerSender } from './send-answer.ts'
import { WelcomeSender } from './welcome.ts'

type AiReceptionDeps = {
  db: Database
  bus: Bus
  clock: Clock
  log: FastifyBaseLogger
  engine: Engine
  search: KnowledgeSearch
  writer: CustomerWriter
  automatic: AutomaticSender
  findAccount: FindSendingAccount
  leads: LeadRecorder
  storage: Storage
}

/** Wires the AI's answers to customers and the handoff to people. */
export function createAiReception(deps: AiReceptionDeps) {
  const { db, log } = deps
  const knowledge = new KnowledgeFeedback(deps)
  const parts = { ...deps, knowledge }
  const answerer = new CustomerAnswerer({
    ...deps,
    sender: new AnswerSender(parts),
    finish: new RunFinisher(parts),
    pictures: new PictureReader(deps),
  })
  const humanAnswers = new HumanAnswerMiner(deps)
  const mining = createBestEffortQueue<HumanAnswer>({
    handle: (answer) => humanAnswers.mine(answer),
    onError: (error) => log.error({ err: error }, 'mining an agent’s answer failed'),
  })
  watchCustomers({
    ...deps,
    delivery: new AnswerDeliveryResults(deps),
    onHumanAnswer: ({ customer: { entId, id, lastHumanSeq } }) =>
      mining.push({ entId, customerId: id, seq: lastHumanSeq }),
  })
  return {
    runs: new AiRunService({ db, clock: deps.clock }),
    welcome: new WelcomeSender(deps),
    furtherRequests: new FurtherRequestAnswerer(deps),
    work: { answers: new AnswerWorker({ ...deps, answerer: answerer }), hints: new HandoffHintWorker(deps), mining },
  }
}
