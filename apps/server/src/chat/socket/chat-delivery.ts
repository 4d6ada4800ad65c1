import { setTimeout as sleep } from 'node:timers/promises'
import type { EntId } from '@ruwu/contract'
import type { Database } from '../../db/database.ts'
import type { CustomerThreads } from '../customer-threads.ts'
import type { Committed, LockedTopic } from '../message/index.ts'
import { viewedId } from '../topic/index.ts'
import type { Bus, BusMessage, ChatItem, Hub } from '../../realtime/index.ts'
import {
  findTopic,
  listMemberships,
  listMessages,
  listWrittenSince,
  listWrittenThreads,
  listWrittenTopics,
} from './chat-delivery.repo.ts'
import { toItem, toThreadItem } from './chat-item.ts'
import { TopicSequencer } from './topic-sequencer.ts'

/** Messages read of a topic after the bus was away; clients load older ones from history. */
const MOST_CAUGHT_UP = 500
const USERS_PER_QUERY = 500
const RETRY_MS = 500

type ChatDeliveryDeps = {
  db: Database
  bus: Bus
  hub: Hub
  customers: Pick<CustomerThreads, 'audience'>
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
  private readonly endLost: () => void
  private readonly endLeft: () => void
  /** What was written since then is yet to be read. */
  private lostSince: Date | undefined
  private isCatchingUp = false
  private isClosed = false

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
    this.endLost = bus.onLost((since) => void this.catchUp(since, onError))
    // What others write from now on is not heard here: a later message would seem to follow a gap.
    this.endLeft = hub.onEnterpriseLeft((entId) => this.sequencer.forgetEnterprise(entId))
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
    this.endLost()
    this.endLeft()
    this.isClosed = true
    this.sequencer.close()
  }

  private receive(incoming: BusMessage): void {
    if (incoming.kind === 'push') {
      for (const { userId, frame } of incoming.targets) {
        this.hub.writeTo(incoming.entId, userId, JSON.stringify(frame), incoming.except)
      }
    } else if (incoming.kind === 'chat') {
      const { entId, topicId, items } = incoming
      const isWanted = items.some((item) => receiversOf(item).some((userId) => this.hub.hasChat(entId, userId)))
      if (isWanted) this.sequencer.announce({ entId, topicId, items })
      else this.sequencer.forget(topicId)
    }
  }

  /** Reads what was written since the earliest loss until it succeeded; losses meanwhile are read with it or after it. */
  private async catchUp(since: Date, onError: (error: unknown) => void): Promise<void> {
    this.lostSince = earlier(this.lostSince, since)
    if (this.isCatchingUp) return
    this.isCatchingUp = true
    while (this.lostSince && !this.isClosed) {
      const from: Date = this.lostSince
      this.lostSince = undefined
      try {
        await this.readAgain(from)
      } catch (error) {
        onError(error)
        this.lostSince = earlier(this.lostSince, from)
        await sleep(RETRY_MS)
      }
    }
    this.isCatchingUp = false
  }

  /** Announces again what was written since then for the users here: a topic of which nothing was heard has no gap to show. */
  private async readAgain(since: Date): Promise<void> {
    for (const [entId, { userIds, hasAgent }] of this.hub.chatListeners()) {
      const written = new Set(hasAgent ? await listWrittenThreads(this.db.sql, entId, since) : [])
      for (let from = 0; from < userIds.length; from += USERS_PER_QUERY) {
        const some = userIds.slice(from, from + USERS_PER_QUERY)
        for (const topicId of await listWrittenTopics(this.db.sql, entId, some, since)) written.add(topicId)
      }
      for (const topicId of written) {
        const rows = await listWrittenSince(this.db.sql, entId, topicId, { since, most: MOST_CAUGHT_UP })
        this.sequencer.catchUp({ entId, topicId, items: await this.addressed(entId, topicId, rows) })
      }
    }
  }

  /** Serialised once per topic id: each end of a DM sees the topic under another id. */
  private write(entId: EntId, topicId: string, { masked, ...item }: ChatItem): void {
    if (masked) this.write(entId, topicId, { ...item, ...masked })
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
    return this.addressed(entId, topicId, await listMessages(this.db.sql, entId, topicId, { after, upTo }))
  }

  private async addressed(
    entId: EntId,
    topicId: string,
    rows: Awaited<ReturnType<typeof listMessages>>,
  ): Promise<ChatItem[]> {
    const found = await findTopic(this.db.sql, entId, topicId)
    if (found?.kind === 'customer') {
      const audience = await this.customers.audience(entId, topicId)
      return rows.map((row) => toThreadItem(row, audience))
    }
    const members = await listMemberships(this.db.sql, entId, topicId)
    // Receivers are the members at that seq; `leftSeq` is the message about leaving, which a former member still gets.
    const membersAt = (seq: number) =>
      members
        .filter(({ startSeq, leftSeq }) => seq > startSeq && (leftSeq === null || seq <= leftSeq))
        .map((member) => member.userId)
    return rows.map((row) => toItem(row, found, membersAt(row.seq)))
  }
}

const receiversOf = ({ receivers, masked }: ChatItem) => (masked ? [...receivers, ...masked.receivers] : receivers)

const earlier = (one: Date | undefined, other: Date) => (one && one < other ? one : other)

const chatFrame = (topicId: string, { chatId, seq, senderId, createdAt, content }: ChatItem) => ({
  type: 'chat',
  topicId,
  chatId,
  seq,
  attendee: senderId,
  createdAt,
  content,
})
