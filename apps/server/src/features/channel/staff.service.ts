import type { AgentId, RelationId } from '@ruwu/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { ChannelSources } from '../../channels/channel-sources.ts'
import { PlatformError } from '../../channels/platform-error.ts'
import type { StaffAccount, StaffState } from '../../channels/source.ts'
import type { TokenKeeper } from '../../channels/token-keeper.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { isUniqueViolation } from '../../db/violations.ts'
import type { Clock } from '../../platform/clock.ts'
import { UserFacingError } from '../../platform/http/errors.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { type AccountRow, getVisibleAccount, lockFamily } from './account.repo.ts'
import { closeAccounts } from './close-account.ts'
import { addHistory, emitAccountChange, recordChange } from './history.repo.ts'
import { callAsAccount, toRefusal } from './platform-call.ts'
import { addStaff, renameStaff } from './staff.repo.ts'

type StaffChange = { added: number; removed: number }

type StaffDeps = { db: Database; clock: Clock; log: FastifyBaseLogger; sources: ChannelSources; keeper: TokenKeeper }

/** Sub-accounts: listed by the platform, with the state of their main account. */
export class StaffService {
  private readonly deps: StaffDeps

  constructor(deps: StaffDeps) {
    this.deps = deps
  }

  async sync(caller: Caller, relationId: RelationId): Promise<StaffChange> {
    const main = await getVisibleAccount(this.deps.db.sql, caller, relationId)
    if (main.accountType === 'KOS') throw new UserFacingError('refused', '请在主账号上同步子账号')
    if (main.openStatus === 'unbound') throw new UserFacingError('refused', '账号已解绑')
    if (!this.hasStaff(main)) throw new UserFacingError('refused', '该渠道没有子账号')
    try {
      return await this.apply(main, await this.read(main), caller.agentId)
    } catch (error) {
      throw toRefusal(error)
    }
  }

  /** After a binding; a failure to read the list is only logged. */
  async syncIfAny(main: AccountRow, operatorId: AgentId | null): Promise<void> {
    if (!this.hasStaff(main)) return
    try {
      await this.apply(main, await this.read(main), operatorId)
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error
      this.deps.log.warn({ err: error, relationId: main.id }, 'sub-accounts could not be read')
    }
  }

  /** The platform's list of staff accounts. Throws PlatformError. */
  async read(main: AccountRow): Promise<StaffAccount[]> {
    const channel = this.deps.sources.find(main.source)
    if (!channel) throw new PlatformError('app_not_allowed')
    return callAsAccount(this.deps.keeper, main, (account) => channel.staffAccounts(account))
  }

  /** Makes the sub-accounts match the list. */
  apply(main: AccountRow, listed: readonly StaffAccount[], operatorId: AgentId | null): Promise<StaffChange> {
    const authorised = listed.filter((staff) => staff.state === 'authorised')
    const ids = new Set(authorised.map((staff) => staff.platformId))
    return this.change(main, operatorId, authorised, (row) => !ids.has(row.platformId))
  }

  /** Applies a verified event about one staff account. */
  applyOne(main: AccountRow, staffId: string, state: StaffState): Promise<StaffChange> {
    const authorised = state === 'authorised' ? [{ platformId: staffId, state }] : []
    return this.change(main, null, authorised, (row) => state === 'revoked' && row.platformId === staffId)
  }

  private hasStaff(main: AccountRow): boolean {
    return this.deps.sources.find(main.source)?.capabilities.staffAccounts ?? false
  }

  private async change(
    main: AccountRow,
    operatorId: AgentId | null,
    authorised: readonly StaffAccount[],
    isGone: (row: AccountRow) => boolean,
  ): Promise<StaffChange> {
    const once = () => this.deps.db.transaction((tx) => this.applyChange(tx, main, operatorId, authorised, isGone))
    try {
      return await once()
    } catch (error) {
      if (!isUniqueViolation(error, 'channel_account_open')) throw error
      // Another enterprise bound one of them concurrently; the retry sees it.
      return once()
    }
  }

  private async applyChange(
    tx: Transaction,
    { entId, id }: AccountRow,
    operatorId: AgentId | null,
    authorised: readonly StaffAccount[],
    isGone: (row: AccountRow) => boolean,
  ): Promise<StaffChange> {
    const now = this.deps.clock.now()
    const family = await lockFamily(tx.sql, { entId, id })
    const main = family.find((row) => row.id === id)
    if (!main || main.openStatus === 'unbound') return { added: 0, removed: 0 }
    const children = family.filter((row) => row.id !== id)

    const gone = children.filter((row) => row.openStatus !== 'unbound' && isGone(row))
    await closeAccounts(tx, gone, { kind: 'kos', text: '子账号已移除', operatorId }, now)

    const added: AccountRow[] = []
    for (const staff of authorised) {
      const before = children.find((row) => row.platformId === staff.platformId)
      if (before && before.openStatus !== 'unbound') {
        if (await renameStaff(tx.sql, before, staff, now)) await emitAccountChange(tx, [before], operatorId, now)
        continue
      }
      const row = await addStaff(tx.sql, main, before, staff, now)
      if (row) added.push(row)
      else this.deps.log.warn({ relationId: id, platformId: staff.platformId }, 'a sub-account is open elsewhere')
    }
    await recordChange(tx, added, { kind: 'kos', text: '子账号已加入', operatorId }, now)
    for (const text of summaryOf(added, gone)) await addHistory(tx.sql, [main], { kind: 'kos', text, operatorId }, now)
    return { added: added.length, removed: gone.length }
  }
}

const namesOf = (rows: readonly AccountRow[]) => rows.map((row) => row.name).join('、')

const summaryOf = (added: readonly AccountRow[], gone: readonly AccountRow[]): string[] => [
  ...(added.length > 0 ? [`新增子账号：${namesOf(added)}`] : []),
  ...(gone.length > 0 ? [`移除子账号：${namesOf(gone)}`] : []),
]
