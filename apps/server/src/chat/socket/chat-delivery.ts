import type { EntId } from '@ruwu/contract'
import type { Database } from '../../db/database.ts'
import type { CustomerThreads } from '../customer-threads.ts'
import type { Committed, LockedTopic } from '../message/index.ts'
import { viewedId } from '../topic/index.ts'
import type { Bus, BusMessage, ChatItem, Hub } from '../../realtime/index.ts'
import { findTopic, listMemberships, listMessages } from './chat-delivery.repo.ts'
import { toItem } from './chat-item.ts'
import { TopicSequencer } from './topic-sequencer.ts'

type ChatDeliveryDeps = {
  db: Database
  bus: Bus
  hub: Hub
  customers: Pick<CustomerThreads, 'watcherIds'>
  onError(error: unknown): void
}

/**
 * Delivers committed messages, in seq order per topic, and frames that are not stored to all sockets of their receivers
 * on every node.
 */
export class ChatDelivery {
  private readonly db: Database
  private readonly bus: Bus
  private readonly hub: Hub
  private readonly customers: ChatDeliveryDeps['customers']
  private readonly sequencer: TopicSequencer<ChatItem>
  private readonly unsubscribe: () => void

  constructor({ db, bus, hub, customers, onError }: ChatDeliveryDeps) {
    this.db = db
    this.bus = bus
    this.hub = hub
    this.customers = customers
    this.sequencer = new TopicSequencer({
      deliver: (entId, topicId, item) => this.write(entId, topicId, item),
      read: (entId, topicId, after, upTo) => this.read(entId, topicId, after, upTo),
      onError,
      firstWaitMs: bus.isOrdered ? 0 : 30,
    })
    this.unsubscribe = bus.subscribe((incoming) => this.receive(incoming))
  }

  /** Call after commit: publishes the messages, grouped by topic, to all nodes. */
  deliver(committed: readonly Committed[], topics: ReadonlyMap<string, LockedTopic>): void {
    for (const [topicId, messages] of Map.groupBy(committed, (each) => each.topicId)) {
      const found = topics.get(topicId)
      if (!found) continue
      const members = [...found.members.keys()]
      const items = messages.map((message) =>
        toItem(message, found, message.alsoTo.length === 0 ? members : [...members, ...message.alsoTo]),
      )
      this.bus.publish({ kind: 'chat', entId: found.entId, topicId, items })
    }
  }

  /** Sends the same frame to several users; it is not stored. */
  push(entId: EntId, userIds: readonly string[], frame: object): void {
    this.pushEach(
      entId,
      userIds.map((userId) => ({ userId, frame })),
    )
  }

  pushEach(entId: EntId, targets: readonly { userId: string; frame: object }[], except?: string): void {
    if (targets.length > 0)
      this.bus.publish({ kind: 'push', entId, targets: [...targets], ...(except ? { except } : {}) })
  }

  close(): void {
    this.unsubscribe()
    this.sequencer.close()
  }

  private receive(incoming: BusMessage): void {
    if (incoming.kind === 'push') {
      for (const { userId, frame } of incoming.targets) {
        this.hub.writeTo(incoming.entId, userId, JSON.stringify(frame), incoming.except)
      }
    } else if (incoming.kind === 'chat') {
      const { entId, topicId, items } = incoming
      const isWanted = items.some((item) => item.receivers.some((userId) => this.hub.hasChat(entId, userId)))
      if (isWanted) this.sequencer.announce({ entId, topicId, items })
      else this.sequencer.forget(topicId)
    }
  }

  /** Serialised once per topic id: each end of a DM sees the topic under another id. */
  private write(entId: EntId, topicId: string, item: ChatItem): void {
    const texts = new Map<string, string>()
    for (const userId of item.receivers) {
      if (!this.hub.hasChat(entId, userId)) continue
      const id = viewedId({ id: topicId, low: item.low, high: item.high }, userId)
      let text = texts.get(id)
      if (text === undefined) {
        text = JSON.stringify(chatFrame(id, item))
        texts.set(id, text)
      }
      this.hub.writeChat(entId, userId, text)
    }
  }

  private async read(entId: EntId, topicId: string, after: number, upTo: number): Promise<ChatItem[]> {
    const found = await findTopic(this.db.sql, entId, topicId)
    const rows = await listMessages(this.db.sql, entId, topicId, { after, upTo })
    if (found?.kind === 'customer') {
      const receivers = await this.customers.watcherIds(entId, topicId)
      return rows.map((row) => toItem(row, found, receivers))
    }
    const members = await listMemberships(this.db.sql, entId, topicId)
    // Receivers are the members at that seq; `leftSeq` is the message about leaving, which a former member still gets.
    const receiversOf = (seq: number) =>
      members
        .filter(({ startSeq, leftSeq }) => seq > startSeq && (leftSeq === null || seq <= leftSeq))
        .map((member) => member.userId)
    return rows.map((row) => toItem(row, found, receiversOf(row.seq)))
  }
}

const chatFrame = (topicId: string, { chatId, seq, senderId, createdAt, content }: ChatItem) => ({
  type: 'chat',
  topicId,
  chatId,
  seq,
  attendee: senderId,
  createdAt,
  content,
})
