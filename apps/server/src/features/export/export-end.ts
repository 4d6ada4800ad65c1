import type { EntId } from '@ruwu/contract'
import { EXPORT_END_TEXTS, EXPORT_NAMES, isExportUnderWay } from '@ruwu/domain'
import { addNotice } from '../../customer/notify-agents.ts'
import type { Database, Transaction } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { eraseExport, type ExportRow, listToErase, lockToErase } from './export.repo.ts'
import { removeFiles } from './export-types.ts'

/** To the creator alone. */
export async function tellEnd(tx: Transaction, row: ExportRow, status: 'done' | 'failed', at: Date): Promise<void> {
  const { entId, id: exportId, agentId } = row
  const event = { type: 'export_done', exportId, status, at: at.toISOString(), operatorId: agentId } as const
  tx.emit(entId, event, { agentIds: [agentId] })
  const text = EXPORT_END_TEXTS[status](EXPORT_NAMES[row.request.type])
  await addNotice(tx, { entId }, { kind: 'export_ready', text, to: [agentId], subjectId: exportId }, at)
}

type CancelDeps = { db: Database; clock: Clock; storage: Storage }

/**
 * At the erasure of a person: files that may hold the person are deleted, and exports under way are cancelled. Files go before the
 * record changes, so that a crash leaves none behind; the rows are locked one by one, as deleting a file may take long. Idempotent.
 */
export async function cancelExports({ db, clock, storage }: CancelDeps, entId: EntId, until: Date): Promise<void> {
  for (const found of await listToErase(db.sql, entId, until))
    await db.transaction(async (tx) => {
      const row = await lockToErase(tx.sql, found, until)
      if (!row) return
      await removeFiles(storage, row)
      await eraseExport(tx.sql, row)
      if (isExportUnderWay(row.status)) await tellEnd(tx, row, 'failed', clock.now())
    })
}
