import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { Engine } from '../../engine/index.ts'
import type { KnowledgeSearch } from '../../engine/retrieval/index.ts'
import { CauseQueue } from '../../jobs/cause-queue.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Storage } from '../../platform/storage/index.ts'
import type { Bus } from '../../realtime/bus.ts'
import {
  type AutomaticSender,
  type Desk,
  type FindSendingAccount,
  type LeadKeeper,
  Speaker,
} from '../../customer/index.ts'
import { AiRunService } from './ai-run.service.ts'
import { AnswerWorker } from './answer-worker.ts'
import { Answering } from './answer-customer.ts'
import { AnswerDelivery } from './delivery-result.ts'
import { Ending } from './finish-run.ts'
import { followDesk } from './customer-watcher.ts'
import { HandoffHints } from './handoff-hint.ts'
import { type HumanAnswer, HumanAnswers } from './mine-human-answers.ts'
import { KnowledgeNotes } from './knowledge-feedback.ts'
import { Pictures } from './picture-reader.ts'
import { Saying } from './send-answer.ts'
import { Welcome } from './welcome.ts'

export type AiReceptionDeps = {
  db: Database
  bus: Bus
  clock: Clock
  log: FastifyBaseLogger
  engine: Engine
  search: KnowledgeSearch
  desk: Desk
  automatic: AutomaticSender
  findAccount: FindSendingAccount
  leads: LeadKeeper
  storage: Storage
}

/** How the AI answers customers, and how people take over from it. */
export function createAiReception(deps: AiReceptionDeps) {
  const { db, log } = deps
  const speaker = new Speaker(deps.automatic)
  const knowledge = new KnowledgeNotes(deps)
  const parts = { ...deps, speaker, knowledge }
  const answering = new Answering({
    ...deps,
    saying: new Saying(parts),
    ending: new Ending(parts),
    pictures: new Pictures(deps),
  })
  const humanAnswers = new HumanAnswers(deps)
  const mining = new CauseQueue<HumanAnswer>({
    handle: (answer) => humanAnswers.mine(answer),
    onError: (error) => log.error({ err: error }, 'a person’s answer could not be looked at'),
  })
  followDesk({
    ...deps,
    delivery: new AnswerDelivery({ ...deps, speaker }),
    onHumanAnswer: ({ customer: { entId, id, lastHumanSeq } }) =>
      mining.push({ entId, customerId: id, seq: lastHumanSeq }),
  })
  return {
    runs: new AiRunService({ db, clock: deps.clock }),
    welcome: new Welcome(deps),
    work: { answers: new AnswerWorker({ ...deps, answering }), hints: new HandoffHints(deps), mining },
  }
}
