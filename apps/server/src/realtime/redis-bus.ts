import { randomUUID } from 'node:crypto'
import type { EntId } from '@ruwu/contract'
import { Redis } from 'ioredis'
import type { Clock } from '../platform/clock.ts'
import { type Bus, type BusMessage, type Hearing, memoryBus, tellAll } from './bus.ts'

const PREFIX = 'ruwu:bus'
const BEAT_MS = 1_000
/** A node that has not heard its own beat for so long hears nothing: Redis is away, hung or cut off. */
const DEAF_AFTER_MS = 3_000
/** Another node without a beat for so long has stopped, perhaps between a commit and its message. */
const GONE_AFTER_MS = 5_000
/** Commands without an answer are given up, so that a hung Redis does not fill the memory. */
const COMMAND_MS = 2_000
/** A socket does not wait longer for its enterprise's channel; what it missed is read when the channel is there. */
const FOLLOW_MS = 1_000
/** A message has its time before it is committed and sent, and may have waited for a node that stopped. */
const MARGIN_MS = 5_000

/** Messages that every node takes; the others go to the channel of their enterprise. */
const TO_ALL: ReadonlySet<BusMessage['kind']> = new Set([
  'token-replaced',
  'work',
  'answering',
  'revoked',
  'pace',
  'sockets',
])

/** `since`: in the database's time. */
type Note = { kind: 'beat'; at: number } | { kind: 'bye' } | { kind: 'lost'; since: number }

type Content = { message: BusMessage } | { note: Note }

type Frame = { node?: string; message?: BusMessage; note?: Note }

type RedisBusOptions = {
  url: string
  clock: Clock
  onLink(state: 'lost' | 'back', error?: Error): void
  /** Gets what a listener throws: in the connection's data handler it would end the process. */
  onError(error: unknown): void
}

/** A moment by the process's own clock, which never moves, and by the database's. */
type Moment = { age: number; time: number }

/**
 * Redis or Valkey pub/sub, which delivers at most once. Every loss is noticed by one of its two ends: the receiver's connection
 * closes or its own beat is no longer heard, a sender's command fails, or a node's beat ends. The nodes concerned then read from the
 * database (`onLost`).
 */
export class RedisBus implements Bus {
  readonly isOrdered = false
  private readonly node = randomUUID()
  private readonly local: Bus
  private readonly options: RedisBusOptions
  private readonly publisher: Link
  private readonly subscriber: Link
  private readonly lostListeners = new Set<(since: Date) => void>()
  private readonly followed = new Map<EntId, { count: number; ready: Promise<void> }>()
  private readonly lastBeats = new Map<string, Moment>()
  private readonly beating: NodeJS.Timeout
  private heard: Moment
  /** Since then this node may have missed messages. */
  private deafSince: number | undefined
  /** Since then messages of this node were not taken by Redis; told to the others when it takes one again. */
  private muteSince: number | undefined
  /** Settles when Redis has answered everything that was sent, or has not in time. */
  private sent: Promise<void> = Promise.resolve()
  private isLinkLost = false
  private delayMs = 0
  private lastError: Error | undefined

  constructor(options: RedisBusOptions) {
    this.options = options
    this.local = memoryBus(options.onError)
    this.heard = this.moment()
    const remember = (error: Error) => (this.lastError = error)
    const { url } = options
    this.publisher = new Link(
      new Redis(url, { maxRetriesPerRequest: 0, enableOfflineQueue: false, commandTimeout: COMMAND_MS }),
      remember,
    )
    this.subscriber = new Link(new Redis(url, { maxRetriesPerRequest: null }), remember)
    // Also one that is back before anything else shows that it was away.
    this.subscriber.redis.on('close', () => (this.deafSince ??= this.heard.time))
    this.subscriber.redis.on('message', (_channel, text) => this.read(text))
    void this.subscriber.redis.subscribe(PREFIX).catch(remember)
    this.beating = setInterval(() => this.beat(), BEAT_MS)
  }

  subscribe(listener: (message: BusMessage) => void): () => void {
    return this.local.subscribe(listener)
  }

  publish(message: BusMessage): void {
    // Sockets of this node never wait for the bus.
    this.local.publish(message)
    this.send(channelOf(message), { message })
  }

  follow(entId: EntId): Hearing {
    const followed = this.followed.get(entId) ?? { count: 0, ready: this.listen(entId) }
    followed.count += 1
    this.followed.set(entId, followed)
    return {
      ready: followed.ready,
      end: () => {
        followed.count -= 1
        if (followed.count > 0) return
        this.followed.delete(entId)
        void this.subscriber.redis.unsubscribe(`${PREFIX}:${entId}`).catch(() => {})
      },
    }
  }

  onLost(listener: (since: Date) => void): () => void {
    this.lostListeners.add(listener)
    return () => this.lostListeners.delete(listener)
  }

  async ping(): Promise<void> {
    if (this.isLinkLost) throw this.lastError ?? new Error('the bus does not answer')
    await this.publisher.redis.ping()
  }

  state(): { isUp: boolean; delayMs: number } {
    return { isUp: !this.isLinkLost, delayMs: this.delayMs }
  }

  async close(): Promise<void> {
    clearInterval(this.beating)
    await this.sayGoodbye().catch(() => {})
    this.publisher.redis.disconnect()
    this.subscriber.redis.disconnect()
    await this.local.close()
  }

  /** A node without a goodbye has the others read what it wrote since its last beat: after one, they must know what they missed. */
  private async sayGoodbye(): Promise<void> {
    await this.sent
    const tell = (note: Note) => this.publisher.redis.publish(PREFIX, this.frame({ note }))
    if (this.muteSince !== undefined) await tell({ kind: 'lost', since: this.muteSince })
    await tell({ kind: 'bye' })
  }

  private moment(): Moment {
    return { age: performance.now(), time: this.options.clock.now().getTime() }
  }

  private async listen(entId: EntId): Promise<void> {
    const { time } = this.moment()
    let isLate = false
    // ioredis subscribes again by itself after a lost connection.
    const subscribed = this.subscriber.redis
      .subscribe(`${PREFIX}:${entId}`)
      .then(() => {
        if (isLate) this.lost(time)
        return true
      })
      .catch(() => false)
    let timer: NodeJS.Timeout | undefined
    const waited = new Promise<boolean>((resolve) => {
      timer = setTimeout(
        () => {
          isLate = true
          resolve(false)
        },
        this.isLinkLost ? 0 : FOLLOW_MS,
      )
    })
    await Promise.race([subscribed, waited])
    clearTimeout(timer)
  }

  private frame(content: Content): string {
    return JSON.stringify({ node: this.node, ...content } satisfies Frame)
  }

  private send(channel: string, content: Content): void {
    const { time } = this.moment()
    this.sent = this.publisher.redis.publish(channel, this.frame(content)).then(
      () => this.tellWhatWasMissed(),
      (error: Error) => {
        this.lastError = error
        const since = 'message' in content ? time : content.note.kind === 'lost' ? content.note.since : undefined
        if (since !== undefined) this.muteSince = Math.min(this.muteSince ?? since, since)
      },
    )
  }

  private tellWhatWasMissed(): void {
    if (this.muteSince === undefined) return
    const since = this.muteSince
    this.muteSince = undefined
    this.send(PREFIX, { note: { kind: 'lost', since } })
  }

  private read(text: string): void {
    let frame: Frame | null
    try {
      frame = JSON.parse(text) as Frame | null
    } catch {
      // Of another program that uses the same name.
      return
    }
    if (frame?.node !== undefined) this.receive(frame.node, frame)
  }

  private receive(node: string, { message, note }: Frame): void {
    if (node === this.node) {
      if (note?.kind === 'beat') this.hear(note.at)
    } else if (note?.kind === 'beat') {
      this.lastBeats.set(node, this.moment())
    } else if (note?.kind === 'bye') {
      this.lastBeats.delete(node)
    } else if (note) {
      this.lost(note.since)
    } else if (message) {
      this.local.publish(message)
    }
  }

  private beat(): void {
    const { age } = this.moment()
    this.send(PREFIX, { note: { kind: 'beat', at: age } })
    if (age - this.heard.age > DEAF_AFTER_MS) {
      this.deafSince ??= this.heard.time
      if (!this.isLinkLost) this.options.onLink('lost', this.lastError)
      this.isLinkLost = true
      // A connection that was cut without a word would stay silent for good; one that is new has not had the time to answer.
      for (const link of [this.publisher, this.subscriber]) link.renewIfOlderThan(DEAF_AFTER_MS)
      return
    }
    for (const [other, last] of this.lastBeats) {
      if (age - last.age <= GONE_AFTER_MS) continue
      this.lastBeats.delete(other)
      this.lost(last.time)
    }
  }

  private hear(sentAt: number): void {
    this.heard = this.moment()
    this.delayMs = this.heard.age - sentAt
    if (this.isLinkLost) this.options.onLink('back')
    this.isLinkLost = false
    if (this.deafSince === undefined) return
    const since = this.deafSince
    this.deafSince = undefined
    // The others' beats were not heard either.
    this.lastBeats.clear()
    this.lost(since)
  }

  private lost(since: number): void {
    tellAll(this.lostListeners, new Date(since - MARGIN_MS), this.options.onError)
  }
}

/** A connection that knows since when it is there. */
class Link {
  readonly redis: Redis
  private since = Number.POSITIVE_INFINITY

  constructor(redis: Redis, onError: (error: Error) => void) {
    this.redis = redis
    redis.on('error', onError)
    // A hung Redis accepts a connection and never makes it ready.
    for (const event of ['connect', 'ready']) redis.on(event, () => (this.since = performance.now()))
  }

  renewIfOlderThan(ms: number): void {
    const isThere = this.redis.status === 'connect' || this.redis.status === 'ready'
    if (!isThere || performance.now() - this.since < ms) return
    this.since = Number.POSITIVE_INFINITY
    this.redis.disconnect(true)
  }
}

const channelOf = (message: BusMessage) =>
  TO_ALL.has(message.kind) || !('entId' in message) ? PREFIX : `${PREFIX}:${message.entId}`
