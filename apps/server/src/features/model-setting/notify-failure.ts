import type { EntId } from '@ruwu/contract'
import { notifyAgents } from '../../customer/notify-agents.ts'
import type { Database } from '../../db/database.ts'
import { listHolders } from '../agent/index.ts'
import { claimNotification } from './model-setting.repo.ts'

/** At most one notification in this time. */
const NOTIFY_EVERY_MS = 60 * 60_000

/** Sends a hint to agents who may edit the enterprise's settings, at most once an hour. */
export async function notifyFailure(
  db: Database,
  entId: EntId,
  toldAt: Parameters<typeof claimNotification>[2],
  { text, now }: { text: string; now: Date },
): Promise<void> {
  const before = new Date(now.getTime() - NOTIFY_EVERY_MS)
  await db.transaction(async (tx) => {
    if (!(await claimNotification(tx.sql, entId, toldAt, { before, now }))) return
    const to = await listHolders(tx.sql, entId, 'enterprise:settingsEdit')
    await notifyAgents(tx, { entId }, { hintType: 'model_failed', text, level: 'warn', to }, now)
  })
}
