import { type AgentId, type EntId, PREVIEW_ANSWERS_MAX, type PreviewId } from '@ruwu/contract'
import { and, eq, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { aiPreview, aiPreviewDay, type PreviewTurn } from '../../db/schema/index.ts'
import type { Memory } from '../../engine/index.ts'
import { NotFoundError } from '../../platform/http/errors.ts'

export type PreviewRow = typeof aiPreview.$inferSelect
/** A preview belongs to one agent; for others it looks absent. */
export type PreviewKey = { entId: EntId; id: PreviewId; agentId: AgentId }

const isPreview = ({ entId, id, agentId }: PreviewKey) =>
  and(eq(aiPreview.entId, entId), eq(aiPreview.id, id), eq(aiPreview.agentId, agentId))

export async function insertPreview(db: Queryable, row: typeof aiPreview.$inferInsert): Promise<void> {
  await db.insert(aiPreview).values(row)
}

export async function getPreview(db: Queryable, key: PreviewKey): Promise<PreviewRow> {
  const [row] = await db.select().from(aiPreview).where(isPreview(key))
  if (!row) throw new NotFoundError('预览')
  return row
}

export async function lockPreview(db: Queryable, key: PreviewKey): Promise<PreviewRow> {
  const [row] = await db.select().from(aiPreview).where(isPreview(key)).for('update')
  if (!row) throw new NotFoundError('预览')
  return row
}

/** Claims the preview for one question at a time; false while another is answered. */
export async function claimTurn(db: Queryable, key: PreviewKey, now: Date, until: Date): Promise<boolean> {
  const rows = await db
    .update(aiPreview)
    .set({ answeringUntil: until, lastAt: now })
    .where(and(isPreview(key), or(isNull(aiPreview.answeringUntil), lte(aiPreview.answeringUntil, now))))
    .returning({ id: aiPreview.id })
  return rows.length === 1
}

type TurnEnd = { turn: PreviewTurn; memory: Memory | null }

/** Ends the claimed turn. No effect when the claim expired or the preview was deleted. */
export async function endTurn(db: Queryable, key: PreviewKey, until: Date, end: TurnEnd | undefined): Promise<void> {
  const kept = end && {
    turns: sql`${aiPreview.turns} || ${JSON.stringify([end.turn])}::jsonb`,
    memory: end.memory,
  }
  await db
    .update(aiPreview)
    .set({ ...kept, answeringUntil: null })
    .where(and(isPreview(key), eq(aiPreview.answeringUntil, until)))
}

export async function saveTurns(db: Queryable, key: PreviewKey, turns: PreviewTurn[]): Promise<void> {
  await db.update(aiPreview).set({ turns }).where(isPreview(key))
}

export async function deletePreview(db: Queryable, key: PreviewKey): Promise<void> {
  await db.delete(aiPreview).where(isPreview(key))
}

/** Takes one of the daily answers; returns the count, or undefined when the limit is reached. */
export async function takeDailyAnswer(db: Queryable, entId: EntId, day: string): Promise<number | undefined> {
  const [row] = await db
    .insert(aiPreviewDay)
    .values({ entId, day, answers: 1 })
    .onConflictDoUpdate({
      target: [aiPreviewDay.entId, aiPreviewDay.day],
      set: { answers: sql`${aiPreviewDay.answers} + 1` },
      setWhere: lt(aiPreviewDay.answers, PREVIEW_ANSWERS_MAX),
    })
    .returning({ answers: aiPreviewDay.answers })
  return row?.answers
}

export async function countAnswers(db: Queryable, entId: EntId, day: string): Promise<number> {
  const [row] = await db
    .select({ answers: aiPreviewDay.answers })
    .from(aiPreviewDay)
    .where(and(eq(aiPreviewDay.entId, entId), eq(aiPreviewDay.day, day)))
  return row?.answers ?? 0
}

/** Idle time after which a preview counts as abandoned. */
const ABANDONED_AFTER_MS = 30 * 60_000
/** Longer than the difference between any two time zones. */
const DAYS_KEPT_MS = 3 * 86_400_000

export async function deleteOldPreviews(db: Queryable, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  await db.delete(aiPreview).where(lt(aiPreview.lastAt, before(ABANDONED_AFTER_MS)))
  await db.delete(aiPreviewDay).where(lt(aiPreviewDay.day, before(DAYS_KEPT_MS).toISOString().slice(0, 10)))
}
