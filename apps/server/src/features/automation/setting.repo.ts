import type { EntId, FollowUpSetting, QuietHours } from '@ruwu/contract'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { agent, automationSetting, type AutomationSettings, enterprise } from '../../db/schema/index.ts'

export type SettingKey = keyof AutomationSettings
export type SettingRow<Key extends SettingKey> = Omit<typeof automationSetting.$inferSelect, 'setting'> & {
  setting: AutomationSettings[Key]
}
type Change<Key extends SettingKey> = Pick<SettingRow<Key>, 'setting' | 'updatedBy' | 'updatedAt'>

const isSetting = (entId: EntId, key: SettingKey) =>
  and(eq(automationSetting.entId, entId), eq(automationSetting.key, key))

export async function findSetting<Key extends SettingKey>(
  db: Queryable,
  entId: EntId,
  key: Key,
): Promise<SettingRow<Key> | undefined> {
  const [row] = await db.select().from(automationSetting).where(isSetting(entId, key))
  return row as SettingRow<Key> | undefined
}

/** Optimistic lock: undefined when the version differs, or a concurrent request inserted the first one (version 0). */
export async function saveSetting<Key extends SettingKey>(
  db: Queryable,
  { entId, key, version }: { entId: EntId; key: Key; version: number },
  change: Change<Key>,
): Promise<SettingRow<Key> | undefined> {
  const [row] =
    version === 0
      ? await db
          .insert(automationSetting)
          .values({ entId, key, ...change })
          .onConflictDoNothing()
          .returning()
      : await db
          .update(automationSetting)
          .set({ ...change, version: sql`${automationSetting.version} + 1` })
          .where(and(isSetting(entId, key), eq(automationSetting.version, version)))
          .returning()
  return row as SettingRow<Key> | undefined
}

export async function lastEditor(db: Queryable, entId: EntId, key: SettingKey): Promise<string | undefined> {
  const [row] = await db
    .select({ name: agent.name })
    .from(automationSetting)
    .innerJoin(agent, and(eq(agent.entId, automationSetting.entId), eq(agent.id, automationSetting.updatedBy)))
    .where(isSetting(entId, key))
  return row?.name
}

/** An enterprise's follow-up setting, with its time zone and the quiet hours of 全局设置. */
export type FollowUpRule = { setting: FollowUpSetting & { globalQuiet?: QuietHours }; timeZone: string }

/** Only enterprises with follow-ups switched on. */
export async function readRules(db: Queryable, entIds: readonly EntId[]): Promise<Map<EntId, FollowUpRule>> {
  const rows = await db
    .select({
      entId: automationSetting.entId,
      key: automationSetting.key,
      setting: automationSetting.setting,
      timeZone: enterprise.timezone,
    })
    .from(automationSetting)
    .innerJoin(enterprise, eq(enterprise.id, automationSetting.entId))
    .where(and(inArray(automationSetting.entId, [...entIds]), inArray(automationSetting.key, ['followUp', 'global'])))
  const quiet = new Map(
    rows.flatMap(({ entId, key, setting }) =>
      key === 'global' ? [[entId, (setting as AutomationSettings['global']).quiet] as const] : [],
    ),
  )
  return new Map(
    rows.flatMap(({ entId, key, setting, timeZone }): [EntId, FollowUpRule][] => {
      const followUp = setting as FollowUpSetting
      if (key !== 'followUp' || !followUp.enabled) return []
      const globalQuiet = quiet.get(entId)
      return [[entId, { setting: { ...followUp, ...(globalQuiet && { globalQuiet }) }, timeZone }]]
    }),
  )
}
