import { LEAD_PUSH_TRIES, WEBHOOK_ATTEMPTS, WEBHOOK_GIVEN_UP_MAX, webhookPauseMs, webhookRetryMs } from '@ruwu/domain'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Transaction } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { collectEvents } from './collect-events.ts'
import { cancelWaiting, type DeliveryRow, findDue, recordAttempt } from './delivery.repo.ts'
import { robotOf, type Outcome, sendWebhook } from './send-webhook.ts'
import { tellHolders } from './tell-holders.ts'
import {
  changeWebhook,
  claimWebhook,
  findWebhook,
  lockWebhook,
  WEBHOOK_SECRET_PURPOSE,
  type WebhookRow,
} from './webhook.repo.ts'

/** Deliveries of this node at once. */
const MOST_AT_ONCE = 32
/** Longer than an attempt takes. */
const LEASE_MS = 30_000
/** Deliveries that were given up are told of at most once in this time. */
const NOTIFY_EVERY_MS = 60 * 60_000

type WorkerDeps = { db: Database; clock: Clock; secrets: Secrets; log: FastifyBaseLogger; isDemo: boolean }
type Claim = NonNullable<Awaited<ReturnType<typeof claimWebhook>>>

/** Delivers events to subscriptions: at least once, always with the same id, one at a time per subscription. */
export function createWebhookWorker({ db, clock, secrets, log, isDemo }: WorkerDeps) {
  const underWay = new Set<Promise<void>>()
  let isClosed = false

  const onError = (error: unknown) => log.error({ err: error }, 'a webhook failed')
  const after = (ms: number) => new Date(clock.now().getTime() + ms)
  const claim = () => claimWebhook(db.sql, clock.now(), after(LEASE_MS))

  async function deliver(lease: Claim): Promise<void> {
    const row = await findWebhook(db.sql, lease)
    const delivery = row?.enabled ? await findDue(db.sql, row, clock.now()) : undefined
    if (!row || !delivery) return changeWebhook(db.sql, lease, { busyUntil: clock.now() })
    const secret = secrets.open(WEBHOOK_SECRET_PURPOSE, row.secret)
    const outcome = await sendWebhook({ ...delivery, ...robotOf(row), url: row.url, secret, isDemo }, clock.now())
    await db.transaction((tx) => record(tx, lease, delivery, outcome))
  }

  async function record(tx: Transaction, lease: Claim, delivery: DeliveryRow, outcome: Outcome): Promise<void> {
    const row = await lockWebhook(tx.sql, lease)
    if (!row) return
    const now = clock.now()
    // A lease that another node has taken over is not ended.
    const free = row.busyUntil?.getTime() === lease.until.getTime() ? { busyUntil: now } : {}
    const most = row.leadPush ? LEAD_PUSH_TRIES : WEBHOOK_ATTEMPTS
    const retryMs = outcome.error ? webhookRetryMs(delivery.attempts + 1, most) : undefined
    const state = !outcome.error ? 'done' : retryMs === undefined ? 'failed' : 'waiting'
    const dueAt = state === 'waiting' ? after(retryMs ?? 0) : null
    const isRecorded = await recordAttempt(tx.sql, delivery, { ...outcome, state, dueAt, lastAt: now })
    if (!isRecorded) return changeWebhook(tx.sql, lease, free)
    if (state === 'done') return changeWebhook(tx.sql, lease, { ...free, failures: 0, pausedUntil: null, givenUp: 0 })
    const failures = row.failures + 1
    await changeWebhook(tx.sql, lease, { ...free, failures, pausedUntil: after(webhookPauseMs(failures)) })
    // A repeat on demand was given up before.
    if (state === 'failed' && delivery.attempts < most) await giveUp(tx, row, outcome.error)
  }

  /** Tells the administrators, and switches the subscription off after too many. */
  async function giveUp(tx: Transaction, row: WebhookRow, reason: string): Promise<void> {
    const now = clock.now()
    const givenUp = row.givenUp + 1
    const isStopped = row.enabled && givenUp >= WEBHOOK_GIVEN_UP_MAX
    const isTold = isStopped || row.toldAt === null || now.getTime() - row.toldAt.getTime() >= NOTIFY_EVERY_MS
    // A form that was opened before does not switch it on again.
    const edit = { version: row.version + 1, updatedBy: null, updatedAt: now }
    const stop = isStopped ? { enabled: false, stoppedAt: now, ...edit } : {}
    await changeWebhook(tx.sql, row, { givenUp, ...stop, ...(isTold && { toldAt: now }) })
    if (isStopped) await cancelWaiting(tx.sql, row)
    if (!isTold) return
    await tellHolders(tx, row, (texts, host) => (isStopped ? texts.stopped(host) : texts.givenUp(host, reason)), now)
  }

  /** Goes on while anything is due. After an error of our own the lease runs out before the next try. */
  async function serve(first: Claim): Promise<void> {
    for (let lease: Claim | undefined = first; lease; lease = isClosed ? undefined : await claim()) {
      await deliver(lease).catch(onError)
    }
  }

  return {
    /** Collects events and starts due deliveries. True when there is more to collect. */
    async run(): Promise<boolean> {
      const isMore = await collectEvents(db, clock.now(), onError)
      while (underWay.size < MOST_AT_ONCE) {
        const lease = await claim()
        if (!lease) break
        const work = serve(lease)
          .catch(onError)
          .finally(() => underWay.delete(work))
        underWay.add(work)
      }
      return isMore
    },

    /** Resolves when nothing is under way. */
    async settle(): Promise<void> {
      await Promise.all(underWay)
    },

    close(): Promise<void> {
      isClosed = true
      return this.settle()
    },
  }
}
