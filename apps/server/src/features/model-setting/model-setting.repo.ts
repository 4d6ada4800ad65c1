import type { EntId } from '@ruwu/contract'
import { and, eq, isNull, lte, or, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { agent, modelSetting } from '../../db/schema/index.ts'

export type ModelSettingRow = typeof modelSetting.$inferSelect
type NewRow = typeof modelSetting.$inferInsert

export async function findModelSetting(db: Queryable, entId: EntId): Promise<ModelSettingRow | undefined> {
  const [row] = await db.select().from(modelSetting).where(eq(modelSetting.entId, entId))
  return row
}

/** The first one ever; undefined when somebody was faster. */
export async function insertModelSetting(db: Queryable, row: NewRow): Promise<ModelSettingRow | undefined> {
  const [saved] = await db.insert(modelSetting).values(row).onConflictDoNothing().returning()
  return saved
}

/** Only where it still has the version that was read. A change is a new beginning: its first failure is told. */
export async function updateModelSetting(
  db: Queryable,
  entId: EntId,
  version: number,
  change: Omit<NewRow, 'entId' | 'version'>,
): Promise<ModelSettingRow | undefined> {
  const [saved] = await db
    .update(modelSetting)
    .set({ ...change, failToldAt: null, version: sql`${modelSetting.version} + 1` })
    .where(and(eq(modelSetting.entId, entId), eq(modelSetting.version, version)))
    .returning()
  return saved
}

/** True for the one who may tell it: nobody has since `before`. */
export async function takeTelling(db: Queryable, entId: EntId, before: Date, now: Date): Promise<boolean> {
  const rows = await db
    .update(modelSetting)
    .set({ failToldAt: now })
    .where(
      and(eq(modelSetting.entId, entId), or(isNull(modelSetting.failToldAt), lte(modelSetting.failToldAt, before))),
    )
    .returning({ entId: modelSetting.entId })
  return rows.length === 1
}

export async function lastEditor(db: Queryable, entId: EntId): Promise<string | undefined> {
  const [row] = await db
    .select({ name: agent.name })
    .from(modelSetting)
    .innerJoin(agent, and(eq(agent.entId, modelSetting.entId), eq(agent.id, modelSetting.updatedBy)))
    .where(eq(modelSetting.entId, entId))
  return row?.name
}
