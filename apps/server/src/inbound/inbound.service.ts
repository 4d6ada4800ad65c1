import type { Queryable, Transaction } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import { readContentTitles } from '../customer/content-title.repo.ts'
import type { LeadRecorder } from '../customer/lead-recorder.ts'
import type { CustomerChange } from '../customer/customer-change.ts'
import { lockCustomers, platformPersonKey, type PlatformPerson } from '../customer/customer-change.repo.ts'
import type { CustomerWriter } from '../customer/customer-writer.ts'
import { storeRecall } from '../customer/recall.ts'
import { forgetRecalled } from '../customer/seat.service.ts'
import { markSent, noteSpend } from '../outbound/index.ts'
import type { CommentEvent, ConversationEvent, InboundItem } from './conversation-event.ts'
import { storeCauses } from './cause.repo.ts'
import { accountFor, findAccounts, touchAccounts } from './inbound.repo.ts'
import { queueMedia } from './media.repo.ts'
import { holdPending, takeEarlyRecalls } from './pending.repo.ts'
import { markReadByCustomer } from '../customer/customer-message.repo.ts'
import { applyBatch, type BatchInput, type BatchResult } from './inbound-batch.ts'
import { countCard, raiseCard } from './card-progress.repo.ts'
import { shardOf } from './shard.ts'
import { lockShard } from './stored-call.repo.ts'
import { findKnown, type PlatformMessageKey } from './known-message.repo.ts'

/**
 * Applies platform events to conversations. The caller must not apply events of one conversation concurrently (shard
 * lock).
 */
export class InboundService {
  private readonly writer: CustomerWriter
  private readonly clock: Clock
  private readonly leads: LeadRecorder
  private readonly onCauses: () => void
  private readonly onMedia: () => void

  constructor(deps: { writer: CustomerWriter; clock: Clock; leads: LeadRecorder; onCauses(): void; onMedia(): void }) {
    this.writer = deps.writer
    this.clock = deps.clock
    this.leads = deps.leads
    this.onCauses = deps.onCauses
    this.onMedia = deps.onMedia
  }

  /** Applies events in the given order. Returns those whose account is unknown. */
  async apply(tx: Transaction, events: readonly ConversationEvent[]): Promise<ConversationEvent[]> {
    const now = this.clock.now()
    const accounts = await findAccounts(tx.sql, events, now)
    const unplaced: ConversationEvent[] = []
    const items: InboundItem[] = []
    for (const event of events) {
      const account = accountFor(accounts, event)
      if (account) items.push({ account, event })
      else unplaced.push(event)
    }
    if (items.length > 0) await this.applyItems(tx, items, now)
    return unplaced
  }

  /** A comment that shows intent, outside the batch of its call. Takes the lock under which calls of the same person are applied. */
  async applyComment(tx: Transaction, event: CommentEvent): Promise<void> {
    await lockShard(tx.sql, shardOf([event]))
    await this.apply(tx, [event])
  }

  private async applyItems(tx: Transaction, items: InboundItem[], now: Date): Promise<void> {
    const known = await findKnown(tx.sql, items.flatMap(messageKeys))
    const keys = [...known.values()].map(({ entId, customerId }) => ({ entId, customerId }))
    const [changes, earlyRecalls, titles] = await Promise.all([
      lockCustomers(tx.sql, items.flatMap(peopleIn), keys),
      takeEarlyRecalls(tx.sql, items.flatMap(messageKeys), now),
      readTitles(tx.sql, items),
    ])
    // A withdrawal may have been stored while this waited for the customer's lock.
    const recalls = items.filter(({ event }) => event.kind === 'recall')
    const recalled = recalls.length > 0 ? await findKnown(tx.sql, recalls.flatMap(messageKeys)) : []
    const result = applyBatch({
      items,
      changes: new Map(changes.map((each) => [platformPersonKey(each.customer), each])),
      changesById: new Map(changes.map((each) => [each.customer.id, each])),
      known: new Map([...known, ...recalled]),
      earlyRecalls,
      titles,
      now,
    })
    await this.storeResult(tx, result, now)
    await this.noteAds(tx, items, now)
    await touchAccounts(tx.sql, items, now)
  }

  /** Who came from an advertisement shows that the account has any, before the first send tells. */
  private async noteAds(tx: Transaction, items: readonly InboundItem[], now: Date): Promise<void> {
    const proven = items.flatMap(({ account, event }) =>
      event.kind === 'enter' && event.entry.ad && account.adStatus === 'none' ? [account] : [],
    )
    for (const { entId, id, source } of new Set(proven))
      await noteSpend(tx, { entId, relationId: id, source }, { from: 'none', to: 'active' }, now)
  }

  private async storeResult(tx: Transaction, result: BatchResult, now: Date): Promise<void> {
    const changed = new Set(result.changes)
    for (const { change, known, to } of result.messageChanges) {
      changed.add(change)
      if (to.recalled) {
        await storeRecall(tx.sql, change, known, null, now)
        if (known.senderKind === 'customer') await forgetRecalled(tx, known, now)
      } else
        await markSent(
          tx.sql,
          { change, leads: this.leads },
          known,
          { ...known, messageId: known.platformMessageId, at: known.platformTime ?? now },
          now,
        )
    }
    for (const { change, seq } of result.reads) {
      if (
        await markReadByCustomer(tx.sql, { entId: change.customer.entId, customerId: change.customer.id, seq }, now)
      ) {
        changed.add(change)
        change.events.push({ type: 'cus_read', seq, operatorId: null })
      }
    }
    for (const card of result.cards) await raiseCard(tx.sql, card, now)
    await this.leads.capture(tx.sql, result.captured, now)
    for (const change of result.changes)
      if (hasHumanReply(change)) await this.leads.follow(tx.sql, change, { agentId: null, at: now }, now)
    await this.writer.commit(tx, [...changed], now)
    await holdPending(tx.sql, result.held, now)
    await queueMedia(tx.sql, result.media, now)
    for (const card of result.cards) await countCard(tx.sql, card, now)
    await storeCauses(tx.sql, result.causes, now)
    tx.afterCommit(() => {
      if (result.causes.length > 0) this.onCauses()
      if (result.media.length > 0) this.onMedia()
    })
  }
}

/** An agent answered in the platform's own app. */
const hasHumanReply = ({ messages }: CustomerChange) => messages.some((added) => added.senderKind === 'human')

const peopleIn = ({ account, event }: InboundItem): PlatformPerson[] => {
  const party = 'from' in event ? event.from : 'to' in event ? event.to : undefined
  return party ? [{ entId: account.entId, relationId: account.id, platformUserId: party.platformId }] : []
}

/** Titles of the contents that customers came from, by enterprise. */
async function readTitles(db: Queryable, items: readonly InboundItem[]): Promise<BatchInput['titles']> {
  const entered = items.filter(({ event }) => event.kind === 'enter' && event.entry.postId !== undefined)
  const byEnterprise = [...Map.groupBy(entered, ({ account }) => account.entId)]
  const titles = byEnterprise.map(async ([entId, own]) => {
    const ids = own.map(({ event }) => (event.kind === 'enter' ? event.entry.postId : undefined))
    return [entId, await readContentTitles(db, entId, ids)] as const
  })
  return new Map(await Promise.all(titles))
}

/** Keys of the platform messages that an event carries or refers to. */
function messageKeys({ account, event }: InboundItem): PlatformMessageKey[] {
  const id =
    event.kind === 'message' || event.kind === 'echo' || event.kind === 'recall'
      ? event.messageId
      : event.kind === 'read'
        ? event.upTo.messageId
        : event.kind === 'card_submitted'
          ? (event.messageId ?? event.eventKey)
          : undefined
  return id === undefined ? [] : [{ entId: account.entId, relationId: account.id, platformMessageId: id }]
}
