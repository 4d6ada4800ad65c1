import { ANSWER_LIMIT_MS, FLOW_CALL_FAILED } from '@ruwu/domain'
import type { FastifyBaseLogger } from 'fastify'
import { findCustomerRow } from '../../customer/customer-change.repo.ts'
import { isAvailable } from '../../customer/points-availability.repo.ts'
import type { Database } from '../../db/database.ts'
import type { Engine } from '../../engine/index.ts'
import type { KnowledgeSearch } from '../../engine/retrieval/index.ts'
import type { FindSendingAccount } from '../../outbound/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { readSituation, toEngineInput } from '../ai-reception/index.ts'
import type { DueRun } from './flow-run.repo.ts'
import type { CallResult } from './run-step.ts'

type AnswererDeps = {
  db: Database
  clock: Clock
  log: FastifyBaseLogger
  engine: Engine
  search: KnowledgeSearch
  findAccount: FindSendingAccount
}

/** When the scene of the node's instruction applies: to whatever the customer asks at this node. */
const ALWAYS = '客户提问'
export type Answered = Omit<CallResult, 'step' | 'readTo'>
const FAILED: Answered = { input: FLOW_CALL_FAILED, answer: null }

/** AI 回答: the account's published AI answers, with the node's instruction as a scene. Outside the step's transaction; the step sends the texts. */
export class FlowAnswerer {
  private readonly deps: AnswererDeps
  private readonly stopping = new AbortController()

  constructor(deps: AnswererDeps) {
    this.deps = deps
  }

  async answer(run: DueRun, instruction: string): Promise<Answered> {
    const { db, clock, findAccount, engine, search, log } = this.deps
    const now = clock.now()
    const row = await findCustomerRow(db.sql, run.entId, run.customerId)
    const situation = row && (await readSituation(db.sql, row, { findAccount, now }))
    if (!row || !situation || !(await isAvailable(db.sql, row.entId, row.relationId, now))) return FAILED
    const { hostId, config } = situation.ai
    const scenes = [{ when: ALWAYS, guide: instruction }, ...config.script.scenes]
    const ai = { ...situation.ai, config: { ...config, script: { ...config.script, scenes } } }
    const reader = search.readerOf(
      { entId: row.entId, relationId: hostId, accountId: row.relationId },
      config.role.business,
    )
    const signal = AbortSignal.any([this.stopping.signal, AbortSignal.timeout(ANSWER_LIMIT_MS)])
    try {
      const input = await toEngineInput(db.sql, { ...situation, ai }, { ...reader, signal, now })
      const { decision, generator, model } = await engine.decide(input)
      if (decision.kind === 'handoff') return { input: { type: 'person' }, answer: null }
      const texts = decision.kind === 'answer' ? decision.texts : []
      return { input: { type: 'result', isOk: true }, answer: { texts, generator, model } }
    } catch (error) {
      if (this.stopping.signal.aborted) throw error
      log.warn({ err: error, customerId: run.customerId }, 'an answer of a flow failed')
      return FAILED
    }
  }

  stop(): void {
    this.stopping.abort()
  }
}
