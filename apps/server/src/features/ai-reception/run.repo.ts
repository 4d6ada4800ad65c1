import type { AiRunId, CustomerId, EntId, MessageId, RelationId, SessionId } from '@ruwu/contract'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { aiRun, aiRunMessage, customerMessage } from '../../db/schema/index.ts'
import type { EngineResult } from '../../engine/index.ts'
import { newId } from '../../platform/ids.ts'

export type RunRow = typeof aiRun.$inferSelect

/** A started run with the customer's state at its start. */
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

type RunEnd = { state: 'sent' | 'handoff' | 'dropped' | 'failed' | 'silent'; detail: string; now: Date }

const isRun = ({ entId, id }: Pick<Run, 'entId' | 'id'>) => and(eq(aiRun.entId, entId), eq(aiRun.id, id))

export async function startRun(db: Queryable, { humanSeq, agentVersion, question, ...columns }: NewRun): Promise<Run> {
  const run: Run = { ...columns, humanSeq, id: newId<AiRunId>(columns.startedAt) }
  await db
    .insert(aiRun)
    .values({ ...columns, id: run.id, agentVersion, question, state: 'running', generator: 'builtin' })
  return run
}

/** Marks runs as failed whose process died. */
export async function failLostRuns(db: Queryable, { entId, customerId }: Pick<Run, 'entId' | 'customerId'>) {
  await db
    .update(aiRun)
    .set({ state: 'failed', detail: '进程中断' })
    .where(and(eq(aiRun.entId, entId), eq(aiRun.customerId, customerId), eq(aiRun.state, 'running')))
}

/** Stores the engine's result and the final state. */
export async function endRun(db: Queryable, run: Run, end: RunEnd, result?: EngineResult): Promise<void> {
  await db
    .update(aiRun)
    .set({
      state: end.state,
      detail: end.detail,
      durationMs: end.now.getTime() - run.startedAt.getTime(),
      ...(result && {
        question: result.question,
        knowledge: result.knowledge,
        decision: result.decision,
        findings: result.findings,
        isHit: result.isHit,
        hasImage: result.hasSeenPictures,
        generator: result.generator,
        model: result.model,
        tokensIn: result.tokensIn,
        tokensOut: result.tokensOut,
      }),
    })
    .where(isRun(run))
}

/** A run that already sent to, or handed over, this inbound message in this epoch. */
export async function findAnsweredRun(
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

/** The parts of the run's answer that were sent, in order. */
export function listSentParts(db: Queryable, { entId, id }: Pick<Run, 'entId' | 'id'>) {
  return db
    .select({ index: aiRunMessage.index, seq: customerMessage.seq })
    .from(aiRunMessage)
    .innerJoin(
      customerMessage,
      and(eq(customerMessage.entId, aiRunMessage.entId), eq(customerMessage.id, aiRunMessage.messageId)),
    )
    .where(and(eq(aiRunMessage.entId, entId), eq(aiRunMessage.runId, id)))
    .orderBy(asc(aiRunMessage.index))
}

export async function insertRunMessage(
  db: Queryable,
  { entId, id }: Run,
  messageId: MessageId,
  index: number,
): Promise<void> {
  await db.insert(aiRunMessage).values({ entId, messageId, runId: id, index })
}

/** Runs that ended in the past, each with the message it sent. */
export async function insertPastRuns(
  db: Queryable,
  runs: readonly (typeof aiRun.$inferInsert & { messageId: MessageId })[],
): Promise<void> {
  if (runs.length === 0) return
  await db.insert(aiRun).values([...runs])
  await db
    .insert(aiRunMessage)
    .values(runs.map(({ entId, id, messageId }) => ({ entId, messageId, runId: id, index: 0 })))
}

/** Runs of the given messages. */
export const listRunsByMessage = (db: Queryable, entId: EntId, messageIds: readonly MessageId[]) =>
  db
    .select({ messageId: aiRunMessage.messageId, index: aiRunMessage.index, run: aiRun })
    .from(aiRunMessage)
    .innerJoin(aiRun, and(eq(aiRun.entId, aiRunMessage.entId), eq(aiRun.id, aiRunMessage.runId)))
    .where(and(eq(aiRunMessage.entId, entId), inArray(aiRunMessage.messageId, [...messageIds])))

export async function addRunPoints(db: Queryable, run: Pick<Run, 'entId' | 'id'>, points: number): Promise<void> {
  await db
    .update(aiRun)
    .set({ points: sql`${aiRun.points} + ${points}` })
    .where(isRun(run))
}

/** Lowers the stored cost of a run after a refund of its message. */
export async function lowerRunPoints(db: Queryable, entId: EntId, messageId: MessageId, points: number): Promise<void> {
  await db.execute(sql`update ai_run r set points = r.points - ${points}::int from ai_run_message m
    where m.ent_id = ${entId} and m.message_id = ${messageId} and r.ent_id = m.ent_id and r.id = m.run_id`)
}
