import type { AutomationEvent } from '@ruwu/contract'
import type { AuditValues } from '@ruwu/domain'
import type { Database, Transaction } from '../../db/database.ts'
import type { AutomationSettings } from '../../db/schema/index.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { StaleError } from '../../platform/http/errors.ts'
import { listHolders } from '../agent/index.ts'
import { findSetting, lastEditor, saveSetting, type SettingKey, type SettingRow } from './setting.repo.ts'

type Saved<Key extends SettingKey> = {
  key: Key
  version: number
  setting: AutomationSettings[Key]
  /** The setting in the words of the audit entry; called before and after the change. */
  describe?: (tx: Transaction, setting: AutomationSettings[Key]) => Promise<AuditValues>
}

/** Saves the setting of a card against its version, with its audit entry. */
export function saveCard<Key extends SettingKey, Card>(
  { db, clock }: { db: Database; clock: Clock },
  caller: Caller,
  { key, version, setting, describe = async (_tx, told) => told }: Saved<Key>,
  onSaved: (tx: Transaction, saved: SettingRow<Key>, now: Date) => Promise<Card>,
): Promise<Card> {
  const { entId, agentId } = caller
  return db.transaction(async (tx) => {
    const now = clock.now()
    const old = await findSetting(tx.sql, entId, key)
    const before = old && (await describe(tx, old.setting))
    const change = { setting, updatedBy: agentId, updatedAt: now }
    const saved = await saveSetting(tx.sql, { entId, key, version }, change)
    if (!saved) throw new StaleError(await lastEditor(tx.sql, entId, key))
    const card = await onSaved(tx, saved, now)
    const values = { ...(before && { before }), after: await describe(tx, setting) }
    await writeAudit(tx.sql, caller, { action: `automation.${key}`, object: entId, ...values }, now)
    return card
  })
}

type ChangedCards = Omit<AutomationEvent, 'type' | 'at' | 'operatorId'>

/** Tells the agents who may see the cards. */
export async function tellReaders(
  tx: Transaction,
  { entId, agentId }: Caller,
  cards: ChangedCards,
  now: Date,
): Promise<void> {
  const to = { agentIds: await listHolders(tx.sql, entId, 'automation:viewPage') }
  tx.emit(entId, { type: 'automation_change', ...cards, at: now.toISOString(), operatorId: agentId }, to)
}
