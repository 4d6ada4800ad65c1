import { isContactRequest, returnTime } from '@ruwu/domain'
import type { Database, Queryable, Transaction } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import type { LeadRecorder } from '../customer/lead-recorder.ts'
import { append, type CustomerChange } from '../customer/customer-change.ts'
import { changeCustomerReception } from '../customer/reception-change.ts'
import { getAccountReception } from '../customer/account-reception.repo.ts'
import { countOutbound } from '../customer/session-lifecycle.ts'
import { lockCustomers } from '../customer/customer-change.repo.ts'
import type { CustomerWriter } from '../customer/customer-writer.ts'
import { markSent } from '../outbound/index.ts'
import { toChatContent } from './chat-content.ts'
import { restoreEvent } from './conversation-event.ts'
import { touchLastOut } from './inbound.repo.ts'
import { findKnown } from './known-message.repo.ts'
import { type Echo, findUnconfirmed, listDuePending, type PendingRow, takePending } from './pending.repo.ts'

/** Settles pending echoes and recalls whose other half did not arrive in time. */
export class PendingExpiry {
  private readonly db: Database
  private readonly writer: CustomerWriter
  private readonly clock: Clock
  private readonly leads: LeadRecorder

  constructor(deps: { db: Database; writer: CustomerWriter; clock: Clock; leads: LeadRecorder }) {
    this.db = deps.db
    this.writer = deps.writer
    this.clock = deps.clock
    this.leads = deps.leads
  }

  async settle(limit = 100): Promise<number> {
    const due = await listDuePending(this.db.sql, this.clock.now(), limit)
    for (const row of due) await this.db.transaction((tx) => this.settleOne(tx, row))
    return due.length
  }

  private async settleOne(tx: Transaction, row: PendingRow): Promise<void> {
    const isTaken = await takePending(tx.sql, row)
    const event = restoreEvent(row.event)
    if (!isTaken || event.kind !== 'echo') return
    await this.settleEcho(tx, row, event)
  }

  /** The send answer with the message id never came: match our unconfirmed message by content, else it was sent in the platform's app. */
  private async settleEcho(tx: Transaction, { entId, relationId }: PendingRow, event: Echo): Promise<void> {
    const now = this.clock.now()
    const [change] = await lockCustomers(tx.sql, [{ entId, relationId, platformUserId: event.to.platformId }])
    const key = { entId, relationId, platformMessageId: event.messageId }
    if (!change || (await findKnown(tx.sql, [key])).size > 0) return
    const match = await findUnconfirmed(tx.sql, change, event)
    if (match) {
      const platform = { relationId, messageId: event.messageId, at: event.occurredAt }
      await markSent(tx.sql, { change, leads: this.leads }, match, platform, now)
    } else {
      await this.show(tx.sql, change, event, now)
    }
    await this.writer.commit(tx, [change], now)
  }

  private async show(db: Queryable, change: CustomerChange, event: Echo, now: Date): Promise<void> {
    const { content } = toChatContent(event.source, event.content)
    const added = append(
      change,
      {
        senderKind: 'human',
        content,
        platformMessageId: event.messageId,
        platformTime: event.occurredAt,
        isFromApp: true,
      },
      now,
    )
    const { returns } = await getAccountReception(db, change.customer.entId, change.customer.relationId, now)
    const returnAt = returnTime(returns.after, now, returns.timeZone)
    changeCustomerReception(change, { kind: 'human_send', sender: null, returnAt }, now)
    countOutbound(change, added)
    if (isContactRequest(content)) change.customer.contactAskedSeq = added.seq
    await this.leads.follow(db, change, { agentId: null, at: now }, now)
    await touchLastOut(db, change.customer, now)
  }
}
