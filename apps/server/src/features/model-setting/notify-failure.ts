import type { EntId } from '@ruwu/contract'
import type { Database } from '../../db/database.ts'
import { listHolders } from '../channel/index.ts'
import { takeTelling } from './model-setting.repo.ts'

/** A failing model is told of no more often. */
const TOLD_EVERY_MS = 60 * 60_000

/** Those who can repair it hear of it, once an hour. */
export async function tellFailure(
  db: Database,
  entId: EntId,
  toldAt: Parameters<typeof takeTelling>[2],
  { text, now }: { text: string; now: Date },
): Promise<void> {
  const before = new Date(now.getTime() - TOLD_EVERY_MS)
  await db.transaction(async (tx) => {
    if (!(await takeTelling(tx.sql, entId, toldAt, { before, now }))) return
    tx.emit(
      entId,
      {
        type: 'hint',
        hintType: 'model_failed',
        text,
        level: 'warn',
        customerId: null,
        receptionEpoch: null,
        relationId: null,
        at: now.toISOString(),
        operatorId: null,
      },
      { agentIds: await listHolders(tx.sql, entId, 'enterprise:settingsEdit') },
    )
  })
}
