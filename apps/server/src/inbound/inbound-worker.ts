import type { FastifyBaseLogger } from 'fastify'
import type { Database, Transaction } from '../db/database.ts'
import { type CommentEvent, CONVERSATION_KINDS, type ConversationEvent, restoreEvent } from './conversation-event.ts'
import type { InboundService } from './inbound.service.ts'
import type { Clock } from '../platform/clock.ts'
import { traced } from '../platform/trace/trace.ts'
import type { InboundEvent } from '../channels/source.ts'
import { isAccountEvent } from './account-event.ts'
import { lockCall, markDone, moveToAccounts, postponeCall, type StoredCall, takeCalls } from './stored-call.repo.ts'

type InboundWorkerDeps = {
  db: Database
  clock: Clock
  log: FastifyBaseLogger
  inbound: InboundService
  /** Stores comments that automation is to look at. */
  keepComments(tx: Transaction, comments: readonly CommentEvent[]): Promise<void>
}

type RestoredCall = { row: StoredCall; events: InboundEvent[] }

/** Applies stored calls about conversations in batches, in order per shard. */
export class InboundWorker {
  private readonly deps: InboundWorkerDeps

  constructor(deps: InboundWorkerDeps) {
    this.deps = deps
  }

  /** Applies due calls of all shards in one transaction: its cost hardly depends on the number of calls. True when there were any. */
  async run(): Promise<boolean> {
    const { db, clock, log } = this.deps
    let batch: StoredCall[] = []
    try {
      await db.transaction(async (tx) => {
        batch = await takeCalls(tx.sql, clock.now())
        await this.applyConversations(tx, batch)
      })
    } catch (error) {
      log.error({ err: error, size: batch.length }, 'a batch of platform calls failed')
      // A poisoned call must not block the batch: each is applied alone.
      for (const row of batch) await this.applyAlone(row)
    }
    return batch.length > 0
  }

  private async applyConversations(tx: Transaction, batch: readonly StoredCall[]): Promise<void> {
    const calls = batch.map((row) => ({ row, events: row.events.map(restoreEvent) }))
    if (calls.length === 0) return
    const about = { kind: 'consumer', attributes: { 'ruwu.calls': calls.length } } as const
    await traced('inbound', about, () => this.applyCalls(tx, calls))
  }

  private async applyCalls(tx: Transaction, calls: readonly RestoredCall[]): Promise<void> {
    const unplaced = await this.deps.inbound.apply(
      tx,
      calls.flatMap(({ events }) => events.filter(isConversation)),
    )
    const comments = calls.flatMap(({ events }) => events.filter(isComment))
    if (comments.length > 0) await this.deps.keepComments(tx, comments)
    const late = new Set<InboundEvent>(unplaced)
    const done: number[] = []
    const ofAccounts: number[] = []
    for (const { row, events } of calls) {
      if (events.some((event) => late.has(event)))
        await postponeCall(tx.sql, row, 'account is not open here', this.deps.clock.now())
      else (events.some(isAccountEvent) ? ofAccounts : done).push(row.id)
    }
    if (done.length > 0) tx.defer(markDone(tx.sql, done))
    // Stored by an earlier version, which kept them among the conversations.
    if (ofAccounts.length > 0) await moveToAccounts(tx.sql, ofAccounts)
  }

  private async applyAlone({ id, shard }: StoredCall): Promise<void> {
    const { db, clock, log } = this.deps
    try {
      await db.transaction(async (tx) => {
        const row = (await takeCalls(tx.sql, clock.now(), shard)).find((each) => each.id === id)
        if (row) await this.applyConversations(tx, [row])
      })
    } catch (error) {
      log.error({ err: error, delivery: id }, 'a platform call could not be applied')
      await db.transaction(async (tx) => {
        const row = await lockCall(tx.sql, id)
        if (row) await postponeCall(tx.sql, row, String(error), clock.now())
      })
    }
  }
}

const isConversation = (event: InboundEvent): event is ConversationEvent =>
  (CONVERSATION_KINDS as readonly string[]).includes(event.kind)

const isComment = (event: InboundEvent): event is CommentEvent => event.kind === 'comment'
