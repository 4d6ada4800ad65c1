import type { EntId, FollowUpSetting } from '@ruwu/contract'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { agent, automationSetting, enterprise } from '../../db/schema/index.ts'

export type SettingRow = typeof automationSetting.$inferSelect
type NewRow = typeof automationSetting.$inferInsert

const KEY = 'followUp'

const isFollowUp = (entId: EntId) => and(eq(automationSetting.entId, entId), eq(automationSetting.key, KEY))

export async function findSetting(db: Queryable, entId: EntId): Promise<SettingRow | undefined> {
  const [row] = await db.select().from(automationSetting).where(isFollowUp(entId))
  return row
}

/** Undefined when a concurrent request inserted it first. */
export async function insertSetting(db: Queryable, row: Omit<NewRow, 'key'>): Promise<SettingRow | undefined> {
  const [saved] = await db
    .insert(automationSetting)
    .values({ ...row, key: KEY })
    .onConflictDoNothing()
    .returning()
  return saved
}

/** Optimistic lock: undefined when the version differs. */
export async function updateSetting(
  db: Queryable,
  entId: EntId,
  version: number,
  change: Pick<NewRow, 'setting' | 'updatedBy' | 'updatedAt'>,
): Promise<SettingRow | undefined> {
  const [saved] = await db
    .update(automationSetting)
    .set({ ...change, version: sql`${automationSetting.version} + 1` })
    .where(and(isFollowUp(entId), eq(automationSetting.version, version)))
    .returning()
  return saved
}

export async function lastEditor(db: Queryable, entId: EntId): Promise<string | undefined> {
  const [row] = await db
    .select({ name: agent.name })
    .from(automationSetting)
    .innerJoin(agent, and(eq(agent.entId, automationSetting.entId), eq(agent.id, automationSetting.updatedBy)))
    .where(isFollowUp(entId))
  return row?.name
}

/** An enterprise's follow-up setting with its time zone. */
export type FollowUpRule = { setting: FollowUpSetting; timeZone: string }

/** Only enterprises with follow-ups switched on. */
export async function readRules(db: Queryable, entIds: readonly EntId[]): Promise<Map<EntId, FollowUpRule>> {
  const rows = await db
    .select({ entId: automationSetting.entId, setting: automationSetting.setting, timeZone: enterprise.timezone })
    .from(automationSetting)
    .innerJoin(enterprise, eq(enterprise.id, automationSetting.entId))
    .where(and(inArray(automationSetting.entId, [...entIds]), eq(automationSetting.key, KEY)))
  return new Map(rows.filter(({ setting }) => setting.enabled).map(({ entId, ...rule }) => [entId, rule]))
}
