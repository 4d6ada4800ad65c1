import type { AgentId, ChannelSettingFields } from '@ruwu/contract'
import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { agent, channelAccount } from '../../db/schema/index.ts'
import { type AccountKey, type AccountRow, isAccount } from './account.repo.ts'

type SettingChange = { setting: ChannelSettingFields; updatedBy: AgentId; updatedAt: Date }

/** Optimistic lock: undefined when the version differs. */
export async function saveSetting(
  db: Queryable,
  key: AccountKey,
  version: number,
  { setting, updatedBy, updatedAt }: SettingChange,
): Promise<AccountRow | undefined> {
  const [row] = await db
    .update(channelAccount)
    .set({
      setting,
      updatedBy,
      updatedAt,
      version: sql`${channelAccount.version} + 1`,
      // The changed reminder may be due at once.
      keepAt: sql`case when ${channelAccount.keepAt} is null then null else ${updatedAt}::timestamptz end`,
    })
    .where(and(isAccount(key), eq(channelAccount.version, version)))
    .returning()
  return row
}

/** Name of the last editor, for the message of a failed optimistic lock. */
export async function lastEditor(db: Queryable, key: AccountKey): Promise<string | undefined> {
  const [row] = await db
    .select({ name: agent.name })
    .from(channelAccount)
    .innerJoin(agent, and(eq(agent.entId, channelAccount.entId), eq(agent.id, channelAccount.updatedBy)))
    .where(isAccount(key))
  return row?.name
}
