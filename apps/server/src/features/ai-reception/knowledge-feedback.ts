import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { EngineResult } from '../../engine/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { HostingAi } from '../ai-agent/index.ts'
import { recordHits, recordMiss } from '../knowledge/index.ts'
import type { Run } from './run.repo.ts'
import { findMessageBySeq } from './situation.repo.ts'

type FeedbackDeps = { db: Database; clock: Clock; log: FastifyBaseLogger }

/** Handoff reasons that mean the library had no answer. */
const MISS_REASONS: ReadonlySet<string> = new Set(['unknown', 'misses', 'low_score'])

/** Records knowledge hits and missed questions after a run. Best effort after commit: lost if the process dies. */
export class KnowledgeFeedback {
  private readonly deps: FeedbackDeps

  constructor(deps: FeedbackDeps) {
    this.deps = deps
  }

  async record(run: Run, { hostId }: HostingAi, result: EngineResult): Promise<void> {
    const { db, clock, log } = this.deps
    const { entId, customerId } = run
    try {
      await recordHits(db.sql, run, result.used)
      if (!isMiss(result)) return
      const message = await findMessageBySeq(db.sql, run, run.answeredSeq)
      const miss = { entId, relationId: hostId, question: result.question, customerId }
      if (message) await recordMiss(db.sql, { ...miss, messageId: message.id }, clock.now())
    } catch (error) {
      log.error({ err: error, runId: run.id }, 'recording knowledge hits failed')
    }
  }
}

const isMiss = ({ decision }: EngineResult): boolean =>
  decision.kind === 'answer' ? decision.isMiss : decision.kind === 'handoff' && MISS_REASONS.has(decision.reason)
