import type { AgentId, EntId, NotifySetting } from '@ruwu/contract'
import { and, eq } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { notifySetting } from '../../db/schema/index.ts'

export async function findSetting(db: Queryable, entId: EntId, agentId: AgentId): Promise<NotifySetting | undefined> {
  const [row] = await db
    .select({ setting: notifySetting.setting })
    .from(notifySetting)
    .where(and(eq(notifySetting.entId, entId), eq(notifySetting.agentId, agentId)))
  return row?.setting
}

export async function saveSetting(
  db: Queryable,
  entId: EntId,
  agentId: AgentId,
  change: { setting: NotifySetting; updatedAt: Date },
): Promise<void> {
  await db
    .insert(notifySetting)
    .values({ entId, agentId, ...change })
    .onConflictDoUpdate({ target: [notifySetting.entId, notifySetting.agentId], set: change })
}
