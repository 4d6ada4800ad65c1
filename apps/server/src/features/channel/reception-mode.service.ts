import type { AccountType, CustomerId, EntId, ReceptionMode, RelationId } from '@ruwu/contract'
import { RECEPTION_MODE_LABELS } from '@ruwu/domain'
import { emitOfAccounts, isInScope } from '../../customer/account-scope.repo.ts'
import { countAffected, lockAffected, switchCustomers } from '../../customer/mode-switch.repo.ts'
import type { Database, Queryable, Transaction } from '../../db/database.ts'
import { retryDeadlock } from '../../db/violations.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import { NotFoundError, UserFacingError } from '../../platform/http/errors.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { type AccountRow, listFamily } from './account.repo.ts'
import { addHistory } from './history.repo.ts'
import { lockSwitches, switchAccounts } from './reception-mode.repo.ts'

/** Has the AI answer these customers now; ai-reception owns the queue and depends on channel, so it is passed in. */
export type EnqueueAnswers = (db: Queryable, entId: EntId, ids: readonly CustomerId[], now: Date) => Promise<void>

type ModeSwitch = {
  relationId: RelationId
  accountType: AccountType
  receptionMode: ReceptionMode
  withKos: boolean
}

/** The account's AI switch, applied to its customers. */
export class ReceptionModeService {
  private readonly db: Database
  private readonly clock: Clock
  private readonly enqueueAnswers: EnqueueAnswers

  constructor(deps: { db: Database; clock: Clock; enqueueAnswers: EnqueueAnswers }) {
    this.db = deps.db
    this.clock = deps.clock
    this.enqueueAnswers = deps.enqueueAnswers
  }

  async effect(caller: Caller, relationId: RelationId, mode: ReceptionMode) {
    const { account, staff } = await this.family(caller, relationId)
    const ids = [account, ...staff].map((row) => row.id)
    const customers = await countAffected(this.db.sql, caller.entId, ids, mode)
    const own = customers.get(account.id) ?? 0
    const all = [...customers.values()].reduce((sum, each) => sum + each, 0)
    return { own, kos: all - own, kosAccounts: staff.length }
  }

  async change(caller: Caller, wanted: ModeSwitch): Promise<{ affected: number }> {
    const { account, staff } = await this.family(caller, wanted.relationId)
    if (account.accountType !== wanted.accountType) throw new NotFoundError('账号')
    if (account.openStatus === 'unbound') throw new UserFacingError('refused', '账号已解绑')
    const ids = [account, ...(wanted.withKos ? staff : [])].map((row) => row.id)
    // A new customer may be locked by a transaction that waits for the account: one of the two deadlocks and retries.
    return retryDeadlock(() => this.db.transaction((tx) => this.switchMode(tx, caller, ids, wanted.receptionMode)))
  }

  private async switchMode(tx: Transaction, caller: Caller, ids: RelationId[], mode: ReceptionMode) {
    const now = this.clock.now()
    const { entId, agentId } = caller
    await lockSwitches(tx.sql, entId)
    await lockAffected(tx.sql, entId, ids, mode)
    const switched = await switchAccounts(tx.sql, entId, ids, mode, now)
    const switchedIds = switched.map((row) => row.id)
    const customers = switchedIds.length > 0 ? await switchCustomers(tx.sql, entId, switchedIds, mode, now) : []
    const waiting = customers.filter((each) => each.isWaiting).map((each) => each.id)
    await this.enqueueAnswers(tx.sql, entId, waiting, now)
    for (const { id, source, name } of switched) {
      const affected = customers.filter((each) => each.relationId === id).length
      const text = `接待模式切换为 ${RECEPTION_MODE_LABELS[mode]}，影响 ${affected} 位客户`
      await addHistory(tx.sql, [{ entId, id }], { kind: 'mode', text, operatorId: agentId }, now)
      const after = { receptionMode: RECEPTION_MODE_LABELS[mode], affected }
      await writeAudit(tx.sql, caller, { action: 'channel.receptionMode', object: id, name, after }, now)
      const change = { relationId: id, source, subSourceId: id, enable: mode === 'open' }
      const event = { type: 'channel_change_enable_ai' as const, ...change, at: now.toISOString(), operatorId: agentId }
      await emitOfAccounts(tx, entId, [event])
    }
    return { affected: customers.length }
  }

  /** The account and its bound sub-accounts, as far as the caller sees them. */
  private async family(caller: Caller, relationId: RelationId): Promise<{ account: AccountRow; staff: AccountRow[] }> {
    const family = await listFamily(this.db.sql, { entId: caller.entId, id: relationId })
    const rows = family.filter(({ id }) => isInScope(caller, id))
    const account = rows.find((row) => row.id === relationId)
    if (!account) throw new NotFoundError('账号')
    return { account, staff: rows.filter((row) => row.id !== relationId && row.openStatus !== 'unbound') }
  }
}
