import type { Source } from '@ruwu/contract'
import { NOT_CERTIFIED } from '@ruwu/domain'
import type { FastifyBaseLogger } from 'fastify'
import type { ChannelSources } from '../../channels/channel-sources.ts'
import { PlatformError } from '../../channels/platform-error.ts'
import type { ChannelSource, Grant, InboundEvent } from '../../channels/source.ts'
import { isInScope } from '../../customer/account-scope.repo.ts'
import { ATTEMPT_LOCK, lockKeyOf, withAdvisoryLock } from '../../db/advisory-lock.ts'
import type { Database } from '../../db/database.ts'
import { isUniqueViolation } from '../../db/violations.ts'
import type { Clock } from '../../platform/clock.ts'
import { UserFacingError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { SingleFlight } from '../../platform/single-flight.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { newToken } from '../../platform/auth/token.ts'
import { type AccountRow, getAccount } from './account.repo.ts'
import { codePurpose, hashPreCode, openState, sealState } from './attempt-state.ts'
import {
  type AttemptRow,
  findAttempt,
  findAttemptByCode,
  insertAttempt,
  lockAttempt,
  markFailed,
  markOpened,
  markReturned,
} from './attempt.repo.ts'
import { openAccount } from './open-account.ts'
import { toRefusal } from './platform-call.ts'
import type { StaffService } from './staff.service.ts'

const ATTEMPT_LIFE_MS = 10 * 60_000

export const AUTHORISATION_TEXTS = {
  closed: '该渠道暂未开通',
  expired: '授权已过期，请重新发起',
  declined: '您拒绝了授权',
  waiting: '等待确认',
} as const

type AuthorisationDeps = {
  db: Database
  clock: Clock
  secrets: Secrets
  log: FastifyBaseLogger
  sources: ChannelSources
  staff: StaffService
}

/** The authorisation flow from the first click to the bound account. */
export class AuthorisationService {
  private readonly deps: AuthorisationDeps
  private readonly singleFlight = new SingleFlight<AccountRow>()

  constructor(deps: AuthorisationDeps) {
    this.deps = deps
  }

  async openUrl(caller: Caller, source: Source, reqPage: string) {
    const { db, clock, secrets } = this.deps
    const channel = this.channelOf(source)
    const now = clock.now()
    const preCode = newToken()
    const attempt = {
      entId: caller.entId,
      id: newId<string>(now),
      agentId: caller.agentId,
      source,
      preCodeHash: hashPreCode(preCode),
      reqPage,
      expiresAt: new Date(now.getTime() + ATTEMPT_LIFE_MS),
      createdAt: now,
    }
    await insertAttempt(db.sql, attempt)
    const { entId, id, expiresAt } = attempt
    const state = sealState(secrets, source, { entId, attemptId: id, preCode, expiresAt })
    const url = channel.authoriseUrl({ state, accountCode: id })
    return { url: url.href, preCode, expiresAt: attempt.expiresAt.toISOString() }
  }

  /** Handles the OAuth redirect; returns the console path, or undefined for an invalid state. */
  async handleRedirect(source: Source, { state, code }: { state: string; code: string }): Promise<string | undefined> {
    const { db, clock, secrets } = this.deps
    const made = openState(secrets, source, state)
    const attempt = made && (await findAttempt(db.sql, made))
    if (!attempt) return undefined
    const sealed = code === '' ? null : secrets.seal(codePurpose(attempt.id), code)
    await markReturned(db.sql, attempt.id, sealed, clock.now())
    return `/channel-auth?${new URLSearchParams({ source, preCode: made.preCode }).toString()}`
  }

  /** Idempotent: returns the same account when called again. */
  async open(caller: Caller, source: Source, preCode: string) {
    const { db, clock } = this.deps
    const attempt = await findAttemptByCode(db.sql, hashPreCode(preCode))
    if (attempt?.entId !== caller.entId || attempt.source !== source) throw expired()
    const account =
      attempt.state === 'opened' && attempt.relationId
        ? await getAccount(db.sql, caller.entId, attempt.relationId)
        : await this.finish(refuseUnready(attempt, clock.now()))
    const { id, name } = account
    return { relationId: id, name, reqPage: attempt.reqPage, isInScope: isInScope(caller, id) }
  }

  /** Refuses as `open` would, once the attempt was declined, has failed or is over; the waiting console shows why. */
  async refuseEnded(caller: Caller, source: Source, preCode: string): Promise<void> {
    const attempt = await findAttemptByCode(this.deps.db.sql, hashPreCode(preCode))
    if (attempt?.entId !== caller.entId || attempt.source !== source) throw expired()
    if (attempt.state !== 'opened') refuseEnded(attempt, this.deps.clock.now())
  }

  /** Binding event of the platform: binds the account at once, because the redirect may never arrive. */
  async onBound(event: Extract<InboundEvent, { kind: 'account_bound' }>): Promise<void> {
    const { db, log, secrets } = this.deps
    // Without a state the event only confirms the redirect.
    if (event.state === undefined) return
    const made = openState(secrets, event.source, event.state)
    if (!made || event.occurredAt > made.expiresAt) {
      log.warn({ source: event.source, isForged: !made }, 'a binding for no attempt of ours, or too late')
      return
    }
    const attempt = await findAttempt(db.sql, made)
    if (attempt?.state !== 'waiting') return
    try {
      await this.openOnce(attempt, {
        via: 'bind_event',
        profile: event.profile ?? { platformId: event.accountId },
      })
    } catch (error) {
      const isRefused = error instanceof UserFacingError || (error instanceof PlatformError && !isRetryable(error))
      if (!isRefused) throw error
      log.warn({ err: error, attemptId: attempt.id }, 'a binding could not be opened')
    }
  }

  private async finish(attempt: AttemptRow): Promise<AccountRow> {
    const { secrets } = this.deps
    try {
      if (attempt.code === null) throw new Error('the attempt has no code')
      const code = secrets.open(codePurpose(attempt.id), attempt.code)
      return await this.openOnce(attempt, { via: 'redirect', code })
    } catch (error) {
      throw toRefusal(error)
    }
  }

  /** Single flight: concurrent callers share one platform call. */
  private openOnce(attempt: AttemptRow, grant: Grant): Promise<AccountRow> {
    return this.singleFlight.run(attempt.id, async () => {
      const { db, log, staff } = this.deps
      let account: AccountRow
      try {
        account = await this.exchange(attempt, grant)
      } catch (error) {
        const refusal = isUniqueViolation(error, 'channel_account_open') ? new PlatformError('already_bound') : error
        // The platform has used up the code: only another attempt can bind after a refusal of ours.
        if (refusal instanceof UserFacingError && refusal.kind === 'refused')
          await markFailed(db.sql, attempt.id, { kind: NOT_CERTIFIED, message: refusal.message })
        if (refusal instanceof PlatformError && !isRetryable(refusal)) {
          await markFailed(db.sql, attempt.id, refusal)
          if (refusal.isAlarm) log.error({ err: refusal, logId: refusal.logId }, 'an authorisation was refused')
        }
        throw refusal
      }
      await staff.syncIfAny(account, attempt.agentId)
      return account
    })
  }

  /** One node at a time asks the platform, outside a transaction: on others a second caller waits and finds the attempt opened. */
  private exchange({ entId, id }: AttemptRow, grant: Grant): Promise<AccountRow> {
    const { db, clock, secrets } = this.deps
    return withAdvisoryLock(db.pool, [ATTEMPT_LOCK, lockKeyOf(id)], async (sql) => {
      const attempt = await findAttempt(sql, { entId, attemptId: id })
      if (!attempt) throw expired()
      if (attempt.relationId) return getAccount(sql, entId, attempt.relationId)
      if (attempt.state === 'failed') throw storedRefusal(attempt)
      const opened = await this.exchangeGrant(attempt, grant)
      return db.transaction(async (tx) => {
        const current = await lockAttempt(tx.sql, id)
        if (current?.relationId) return getAccount(tx.sql, entId, current.relationId)
        const account = await openAccount(tx, secrets, attempt, opened, clock.now())
        await markOpened(tx.sql, id, account.id)
        return account
      })
    })
  }

  private async exchangeGrant(attempt: AttemptRow, grant: Grant) {
    try {
      return await this.channelOf(attempt.source).exchange({ state: '', accountCode: attempt.id }, grant)
    } catch (error) {
      // The code may be used up although the response was lost: require a new authorisation.
      const isLost = error instanceof PlatformError && error.kind === 'outcome_unknown'
      throw isLost ? new PlatformError('code_expired', { cause: error }) : error
    }
  }

  private channelOf(source: Source): ChannelSource {
    const channel = this.deps.sources.find(source)
    if (!channel) throw new UserFacingError('refused', AUTHORISATION_TEXTS.closed)
    return channel
  }
}

const expired = () => new UserFacingError('notFound', AUTHORISATION_TEXTS.expired)

/** Retryable: the code is not used up. */
const isRetryable = (error: PlatformError) => error.retry === 'later'

function refuseEnded(attempt: AttemptRow, now: Date): void {
  if (attempt.state === 'declined') throw new UserFacingError('refused', AUTHORISATION_TEXTS.declined)
  if (attempt.state === 'failed') throw storedRefusal(attempt)
  if (attempt.expiresAt <= now) throw expired()
}

/** Only an unexpired attempt with a code can be finished. */
function refuseUnready(attempt: AttemptRow, now: Date): AttemptRow {
  refuseEnded(attempt, now)
  if (attempt.state === 'waiting') throw new UserFacingError('refused', AUTHORISATION_TEXTS.waiting)
  return attempt
}

const storedRefusal = ({ failKind, failText }: AttemptRow) =>
  new UserFacingError('platformRefused', failText ?? undefined, { kind: failKind, platformCode: null })
