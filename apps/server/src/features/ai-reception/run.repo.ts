import type { AiRunId, CustomerId, EntId, MessageId, RelationId, SessionId } from '@ruwu/contract'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { aiRun, aiRunMessage, customerMessage } from '../../db/schema/index.ts'
import type { EngineResult } from '../../engine/index.ts'
import { newId } from '../../platform/ids.ts'

export type RunRow = typeof aiRun.$inferSelect

/** A run that is under way, and how things stood when it began. */
export type Run = {
  entId: EntId
  id: AiRunId
  customerId: CustomerId
  relationId: RelationId
  sessionId: SessionId | null
  epoch: number
  answeredSeq: number
  humanSeq: number
  startedAt: Date
}

type NewRun = Omit<Run, 'id'> & { agentVersion: number; question: string }

/** What became of a run. */
export type RunEnd = { state: 'sent' | 'handoff' | 'dropped' | 'failed' | 'silent'; detail: string; now: Date }

const isRun = ({ entId, id }: Pick<Run, 'entId' | 'id'>) => and(eq(aiRun.entId, entId), eq(aiRun.id, id))

export async function beginRun(db: Queryable, { humanSeq, agentVersion, question, ...of }: NewRun): Promise<Run> {
  const run: Run = { ...of, humanSeq, id: newId<AiRunId>(of.startedAt) }
  await db.insert(aiRun).values({ ...of, id: run.id, agentVersion, question, state: 'running', generator: 'builtin' })
  return run
}

/** Runs that ended with their process. */
export async function endLostRuns(db: Queryable, { entId, customerId }: Pick<Run, 'entId' | 'customerId'>) {
  await db
    .update(aiRun)
    .set({ state: 'failed', detail: '进程中断' })
    .where(and(eq(aiRun.entId, entId), eq(aiRun.customerId, customerId), eq(aiRun.state, 'running')))
}

/** What was thought, and what came of it. */
export async function endRun(db: Queryable, run: Run, end: RunEnd, thought?: EngineResult): Promise<void> {
  await db
    .update(aiRun)
    .set({
      state: end.state,
      detail: end.detail,
      durationMs: end.now.getTime() - run.startedAt.getTime(),
      ...(thought && {
        question: thought.question,
        knowledge: thought.knowledge,
        decision: thought.decision,
        findings: thought.findings,
        isHit: thought.isHit,
        hasImage: thought.hasSeenPictures,
        generator: thought.generator,
        model: thought.model,
        tokensIn: thought.tokensIn,
        tokensOut: thought.tokensOut,
      }),
    })
    .where(isRun(run))
}

/** The answer to these words that was given already, as far as it was. */
export async function findAnswered(
  db: Queryable,
  { entId, customerId, answeredSeq, epoch }: Pick<Run, 'entId' | 'customerId' | 'answeredSeq' | 'epoch'>,
): Promise<RunRow | undefined> {
  const [row] = await db
    .select()
    .from(aiRun)
    .where(
      and(
        eq(aiRun.entId, entId),
        eq(aiRun.customerId, customerId),
        eq(aiRun.answeredSeq, answeredSeq),
        eq(aiRun.epoch, epoch),
        inArray(aiRun.state, ['sent', 'handoff']),
      ),
    )
  return row
}

/** Which messages said it so far, by their numbers in the thread. */
export async function listSaid(db: Queryable, { entId, id }: Pick<Run, 'entId' | 'id'>): Promise<number[]> {
  const rows = await db
    .select({ seq: customerMessage.seq })
    .from(aiRunMessage)
    .innerJoin(
      customerMessage,
      and(eq(customerMessage.entId, aiRunMessage.entId), eq(customerMessage.id, aiRunMessage.messageId)),
    )
    .where(and(eq(aiRunMessage.entId, entId), eq(aiRunMessage.runId, id)))
    .orderBy(asc(aiRunMessage.index))
  return rows.map((row) => row.seq)
}

export async function addSaid(db: Queryable, { entId, id }: Run, messageId: MessageId, index: number): Promise<void> {
  await db.insert(aiRunMessage).values({ entId, messageId, runId: id, index })
}

/** The runs these messages belong to. */
export const listRunsOf = (db: Queryable, entId: EntId, messageIds: readonly MessageId[]) =>
  db
    .select({ messageId: aiRunMessage.messageId, index: aiRunMessage.index, run: aiRun })
    .from(aiRunMessage)
    .innerJoin(aiRun, and(eq(aiRun.entId, aiRunMessage.entId), eq(aiRun.id, aiRunMessage.runId)))
    .where(and(eq(aiRunMessage.entId, entId), inArray(aiRunMessage.messageId, [...messageIds])))

export async function notePoints(db: Queryable, run: Pick<Run, 'entId' | 'id'>, points: number): Promise<void> {
  await db
    .update(aiRun)
    .set({ points: sql`${aiRun.points} + ${points}` })
    .where(isRun(run))
}
