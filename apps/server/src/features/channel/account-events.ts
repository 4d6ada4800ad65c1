import type { FastifyBaseLogger } from 'fastify'
import { PlatformError } from '../../channels/platform-error.ts'
import type { InboundEvent } from '../../channels/source.ts'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { type AccountRow, changeAccount, findBound, findByBindCode, findParent } from './account.repo.ts'
import type { AuthorisationService } from './authorisation.service.ts'
import { closeFamily } from './close-account.ts'
import { recordChange } from './history.repo.ts'
import type { StaffService } from './staff.service.ts'

type Unbound = Extract<InboundEvent, { kind: 'account_unbound' }>
type StaffChanged = Extract<InboundEvent, { kind: 'kos_changed' }>

const UNCONFIRMED_UNBINDING = '收到来源不明的解绑通知，平台未确认，账号仍然有效，请留意'

type AccountEventsDeps = {
  db: Database
  clock: Clock
  log: FastifyBaseLogger
  authorisation: AuthorisationService
  staff: StaffService
}

/** Handles account events of the platforms, idempotently: events may be delivered twice. */
export class AccountEvents {
  private readonly deps: AccountEventsDeps

  constructor(deps: AccountEventsDeps) {
    this.deps = deps
  }

  /** Throws errors that should be retried. */
  async handle(event: InboundEvent): Promise<void> {
    if (event.kind === 'account_bound') await this.deps.authorisation.onBound(event)
    if (event.kind === 'account_unbound') await this.unbound(event)
    if (event.kind === 'kos_changed') await this.staffChanged(event)
  }

  private async unbound(event: Unbound): Promise<void> {
    const account = await this.findUnbound(event)
    // A late event must not undo a newer authorisation.
    if (!account || event.occurredAt < account.boundAt) return
    if (event.unverified && (await this.isStillBound(account))) return this.reportUnconfirmed(account)
    const left = event.scopes?.length ? account.scopes.filter((scope) => !event.scopes?.includes(scope)) : []
    if (left.length > 0) return this.narrow(account, left)
    await this.deps.db.transaction((tx) =>
      closeFamily(
        tx,
        account,
        { kind: 'unbind', text: '商家在平台解除了授权', operatorId: null },
        this.deps.clock.now(),
      ),
    )
  }

  private async findUnbound({ source, accountId, accountCode }: Unbound): Promise<AccountRow | undefined> {
    const { sql } = this.deps.db
    if (accountId !== '') return findBound(sql, source, accountId)
    return accountCode ? findByBindCode(sql, source, accountCode) : undefined
  }

  /** Probe: the platform refuses to list the staff of an unbound account. */
  private async isStillBound(account: AccountRow): Promise<boolean> {
    const main = (await findParent(this.deps.db.sql, account)) ?? account
    try {
      await this.deps.staff.read(main)
      return true
    } catch (error) {
      if (!(error instanceof PlatformError) || error.retry === 'later') throw error
      return error.kind !== 'needs_reauth'
    }
  }

  /** The merchant revoked some scopes; calls that need them fail at the platform. */
  private async narrow(account: AccountRow, scopes: string[]): Promise<void> {
    if (scopes.length === account.scopes.length) return
    await this.deps.db.transaction(async (tx) => {
      const now = this.deps.clock.now()
      await changeAccount(tx.sql, account, { scopes, updatedAt: now })
      await recordChange(tx, [account], { kind: 'auth', text: '商家收回了部分权限', operatorId: null }, now)
    })
  }

  private async reportUnconfirmed(account: AccountRow): Promise<void> {
    this.deps.log.warn(
      { relationId: account.id },
      'an unverified unbinding was reported, and the platform does not confirm it',
    )
    if (account.lastError === UNCONFIRMED_UNBINDING) return
    await this.deps.db.transaction(async (tx) => {
      const now = this.deps.clock.now()
      await changeAccount(tx.sql, account, { lastError: UNCONFIRMED_UNBINDING, lastErrorAt: now })
      await recordChange(tx, [account], { kind: 'auth', text: UNCONFIRMED_UNBINDING, operatorId: null }, now)
    })
  }

  /** The platform's list is authoritative; a verified event is applied only when the list can't be read. */
  private async staffChanged(event: StaffChanged): Promise<void> {
    const { db, staff, log } = this.deps
    const main = await findBound(db.sql, event.source, event.accountId)
    if (!main || main.accountType === 'KOS') return
    try {
      await staff.apply(main, await staff.read(main), null)
    } catch (error) {
      if (!(error instanceof PlatformError) || error.retry === 'later') throw error
      if (event.unverified)
        log.warn({ relationId: main.id, err: error }, 'a change of sub-accounts could not be confirmed')
      else await staff.applyOne(main, event.staffId, event.state)
    }
  }
}
