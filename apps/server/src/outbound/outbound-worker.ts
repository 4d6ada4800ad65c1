import type { Source } from '@ruwu/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Storage } from '../platform/storage/storage.ts'
import { traced } from '../platform/trace/trace.ts'
import { type OutboxDeps, OutboxResult } from './outbox-result.ts'
import { PlatformError } from '../channels/platform-error.ts'
import type { ChannelAccount, ChannelSource, SendKey } from '../channels/source.ts'
import type { TokenKeeper } from '../channels/token-keeper.ts'
import { beginSending, claim, move, type OutboxRow, takeOverdue } from './outbox.repo.ts'
import { fileReader, toOutbound } from './platform-content.ts'

/** Backoff of retries that the platform's answer allows; after the last the message fails. */
const RETRY_WAITS_MS = [1_000, 3_000, 8_000]
const JITTER = 0.2
/** Wait for the echo of a message whose answer was lost. */
const ECHO_WAIT_MS = 10_000
/** Lease of a row being sent: longer than any call's timeout. */
const SEND_LEASE_MS = 30_000
const MOST_AT_ONCE = 32
/** Wait after an error of our own. */
const FAULT_WAIT_MS = 5_000

type OutboundWorkerDeps = OutboxDeps & {
  log: FastifyBaseLogger
  storage: Storage
  /** Jitter source, 0 to 1. */
  random(): number
  find(source: Source): ChannelSource | undefined
  keeper: TokenKeeper
  onFree(): void
}

/** Sends outbox rows to the platforms: at most once, unless the platform reports that it did not accept the message. */
export class OutboundWorker {
  private readonly deps: OutboundWorkerDeps
  private readonly underWay = new Set<Promise<void>>()
  private readonly result: OutboxResult
  private readonly readFile: ReturnType<typeof fileReader>

  constructor(deps: OutboundWorkerDeps) {
    this.deps = deps
    this.result = new OutboxResult(deps)
    this.readFile = fileReader(deps)
  }

  /** Starts due sends. True when there may be more. */
  async run(): Promise<boolean> {
    const { db, clock } = this.deps
    await this.settleOverdue()
    const free = MOST_AT_ONCE - this.underWay.size
    if (free === 0) return false
    const rows = await claim(db, clock.now(), free)
    for (const row of rows) this.start(row)
    return rows.length === free
  }

  /** Resolves when all sends in flight have ended. */
  async drain(): Promise<void> {
    await Promise.all(this.underWay)
  }

  private start(row: OutboxRow): void {
    const about = { kind: 'consumer', attributes: { 'ruwu.source': row.source } } as const
    const work = traced('outbox', about, () => this.send(row))
      .catch((error: unknown) => this.deps.log.error({ err: error, messageId: row.messageId }, 'sending failed'))
      .finally(() => {
        this.underWay.delete(work)
        this.deps.onFree()
      })
    this.underWay.add(work)
  }

  private async send(claimed: OutboxRow): Promise<void> {
    const { find, keeper, clock, db } = this.deps
    const { result } = this
    let row = claimed
    let account: ChannelAccount | undefined
    try {
      const channel = find(row.source)
      if (!channel) throw new PlatformError('app_not_allowed')
      const job = await result.prepare(row)
      if (!job) return
      account = await keeper.ready(row.entId, row.relationId)
      const content = await toOutbound(channel, account, job.content, this.readFile(row.entId))
      const begun = await beginSending(db, row, after(clock.now(), SEND_LEASE_MS))
      if (!begun) return
      row = begun
      const key: SendKey = { requestId: row.requestId, ...(job.replyTo ? { replyTo: job.replyTo } : {}) }
      await result.sent(row, await channel.send(account, job.to, content, key))
    } catch (error) {
      if (error instanceof PlatformError) return this.handle(row, error, account)
      // Our own error: an unsent row goes back to the queue, one being sent is settled when its lease ends.
      if (row.state === 'claimed') await move(db, row, { state: 'queued', dueAt: after(clock.now(), FAULT_WAIT_MS) })
      throw error
    }
  }

  private async handle(row: OutboxRow, error: PlatformError, account: ChannelAccount | undefined): Promise<void> {
    const { db, clock, log } = this.deps
    const now = clock.now()
    if (error.isAlarm)
      log.error({ err: error, messageId: row.messageId, logId: error.logId }, 'a platform refused a call')
    if (error.retry === 'await_echo') return this.afterUnknown(row, now)
    if (error.retry === 'later') {
      const wait = RETRY_WAITS_MS[retriesOf(row)]
      if (wait === undefined) return this.result.failed(row, error)
      const dueAt = after(now, error.retryAfterMs ?? wait * (1 + JITTER * this.deps.random()))
      await move(db, row, { state: 'queued', dueAt, meta: { ...withRetry(row), retryMsg: error.message } })
      return this.result.retrying(row, error, dueAt)
    }
    if (error.retry === 'after_refresh' && account && !row.meta.refreshed) return this.afterRefresh(row, error, account)
    if (error.retry === 'newest_inbound' && !row.meta.retargeted) {
      return move(db, row, { state: 'queued', dueAt: now, meta: { ...row.meta, retargeted: true } })
    }
    return this.result.failed(row, error)
  }

  private async afterRefresh(row: OutboxRow, error: PlatformError, account: ChannelAccount): Promise<void> {
    const { db, clock, keeper } = this.deps
    try {
      const refused = { owner: error.tokenOwner ?? 'account', accessToken: account.accessToken } as const
      await keeper.renew(row.entId, row.relationId, refused)
    } catch (refusal) {
      if (refusal instanceof PlatformError) return this.result.failed(row, refusal)
      throw refusal
    }
    await move(db, row, { state: 'queued', dueAt: clock.now(), meta: { ...row.meta, refreshed: true } })
  }

  /** Outcome unknown: repeated only on platforms with idempotent sends (request id), else the echo is awaited. */
  private async afterUnknown(row: OutboxRow, now: Date): Promise<void> {
    const isRepeatable = this.deps.find(row.source)?.capabilities.idempotentSend ?? false
    const wait = RETRY_WAITS_MS[retriesOf(row)]
    if (isRepeatable && wait !== undefined) {
      return move(this.deps.db, row, { state: 'queued', dueAt: after(now, wait), meta: withRetry(row) })
    }
    return move(this.deps.db, row, { state: 'unknown', dueAt: after(now, ECHO_WAIT_MS) })
  }

  private async settleOverdue(): Promise<void> {
    const { db, clock } = this.deps
    const now = clock.now()
    for (const row of await takeOverdue(db, now, 100)) {
      if (row.state === 'claimed') await move(db, row, { state: 'queued', dueAt: now })
      else if (row.state === 'sending') await this.afterUnknown(row, now)
      else await this.result.failed(row, new PlatformError('outcome_unknown'))
    }
  }
}

const after = (now: Date, ms: number) => new Date(now.getTime() + ms)

const retriesOf = (row: OutboxRow) => row.meta.retries ?? 0
const withRetry = (row: OutboxRow) => ({ ...row.meta, retries: retriesOf(row) + 1 })
