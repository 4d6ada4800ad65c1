import type { CustomerId, EntId, MessageId } from '@ruwu/contract'
import { and, eq } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Queryable } from '../../db/database.ts'
import { customerMessage } from '../../db/schema/index.ts'
import type { EngineResult } from '../../engine/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { HostingAi } from '../ai-agent/index.ts'
import { noteHits, noteMiss } from '../knowledge/index.ts'
import type { Run } from './run.repo.ts'

type NotesDeps = { db: Database; clock: Clock; log: FastifyBaseLogger }

/** After these reasons there was nothing to answer from. */
const MISSING: ReadonlySet<string> = new Set(['unknown', 'misses', 'low_score'])

/** Tells those who keep the knowledge what was found in it and what was not. Lost with the process, it is not made up for. */
export class KnowledgeNotes {
  private readonly deps: NotesDeps

  constructor(deps: NotesDeps) {
    this.deps = deps
  }

  async note(run: Run, { hostId }: HostingAi, thought: EngineResult): Promise<void> {
    const { db, clock, log } = this.deps
    const { entId, customerId } = run
    try {
      await noteHits(db.sql, run, thought.used)
      if (!isMiss(thought)) return
      const messageId = await findMessageId(db.sql, entId, customerId, run.answeredSeq)
      const miss = { entId, relationId: hostId, question: thought.question, customerId, messageId }
      if (messageId) await noteMiss(db.sql, { ...miss, messageId }, clock.now())
    } catch (error) {
      log.error({ err: error, runId: run.id }, 'what was found could not be noted')
    }
  }
}

const isMiss = ({ decision }: EngineResult): boolean =>
  decision.kind === 'answer' ? decision.isMiss : decision.kind === 'handoff' && MISSING.has(decision.reason)

async function findMessageId(
  db: Queryable,
  entId: EntId,
  customerId: CustomerId,
  seq: number,
): Promise<MessageId | undefined> {
  const [row] = await db
    .select({ id: customerMessage.id })
    .from(customerMessage)
    .where(
      and(eq(customerMessage.entId, entId), eq(customerMessage.customerId, customerId), eq(customerMessage.seq, seq)),
    )
  return row?.id
}
