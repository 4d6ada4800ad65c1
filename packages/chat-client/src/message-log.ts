import { CHAT_STORE, sortMessages } from '@ruwu/domain'
import { targetOf, withControl } from './control.ts'
import type { Message } from './message.ts'

export const bucketOf = (seq: number): number => Math.floor((seq - 1) / CHAT_STORE.messageBucketSize)

type Bucket = Map<number, Message>

/**
 * One topic's messages: a gap-free run from `floor` to `top` in buckets of 50, followed by pending sends
 * that have not appeared in the run.
 */
export class MessageLog {
  floor = 1
  top = 0
  /** False until any message was stored: the run may then start at any seq. */
  hasBase = false
  /** Whether `floor` is the start of the visible history. */
  hasStart = false
  /** Incremented when the run is discarded; responses requested under an older epoch are ignored. */
  epoch = 0
  readonly dirtyBuckets = new Set<number>()
  private readonly buckets = new Map<number, Bucket>()
  private readonly seqs = new Map<string, number>()
  private readonly outgoing = new Map<string, Message>()

  get isEmpty(): boolean {
    return this.top < this.floor
  }

  /** Loads the newest gap-free run from storage; buckets with other messages become dirty, so that they are rewritten. */
  restore(stored: readonly Message[]): void {
    const sorted = sortMessages(stored)
    let from = sorted.length - 1
    while (from > 0 && sorted[from - 1]!.seq === sorted[from]!.seq - 1) from -= 1
    const run = sorted.slice(Math.max(from, 0))
    for (const message of run) this.store(message)
    this.dirtyBuckets.clear()
    for (const { seq } of sorted) if (!this.at(seq)) this.dirtyBuckets.add(bucketOf(seq))
    this.floor = run[0]?.seq ?? 1
    this.top = run.at(-1)?.seq ?? 0
    this.hasBase = run.length > 0
  }

  find(chatId: string): Message | undefined {
    return this.outgoing.get(chatId) ?? this.at(this.seqs.get(chatId) ?? 0)
  }

  at(seq: number): Message | undefined {
    return this.buckets.get(bucketOf(seq))?.get(seq)
  }

  has(seq: number): boolean {
    return seq >= this.floor && seq <= this.top
  }

  /** Appends to the run. A control message returns its target before and after. */
  append(message: Message): { target: Message; before: Message } | undefined {
    this.top = message.seq
    this.store(message)
    // Targets in the run only: a pending message is sent as written.
    const before = this.at(this.seqs.get(targetOf(message) ?? '') ?? 0)
    const target = before && withControl(before, message)
    if (!target || target === before) return undefined
    this.replace(target)
    return { target, before }
  }

  /** Extends the run downwards by ascending messages; messages not adjacent to it are dropped. */
  prepend(messages: readonly Message[]): void {
    for (const message of messages.toReversed()) {
      if (message.seq !== this.floor - 1) continue
      this.floor = message.seq
      this.store(message)
    }
  }

  /** Replaces a message of the run by a newer copy (higher `asOf`). */
  refresh(message: Message): void {
    const known = this.at(message.seq)
    if (known && this.has(message.seq) && message.asOf > known.asOf) this.replace(message)
  }

  replace(message: Message): void {
    if (this.outgoing.has(message.chatId)) this.outgoing.set(message.chatId, message)
    else this.store(message)
  }

  addOutgoing(message: Message): void {
    if (!this.seqs.has(message.chatId)) this.outgoing.set(message.chatId, message)
  }

  isOutgoing(chatId: string): boolean {
    return this.outgoing.has(chatId)
  }

  removeOutgoing(chatId: string): void {
    this.outgoing.delete(chatId)
  }

  /** Discards the run and starts it after `seq`; pending sends stay. */
  restart(seq: number): void {
    this.epoch += 1
    for (const bucket of this.buckets.keys()) this.dirtyBuckets.add(bucket)
    this.buckets.clear()
    this.seqs.clear()
    this.floor = seq + 1
    this.top = seq
    this.hasBase = true
    this.hasStart = false
  }

  /** Drops messages at or below `seq`: the visible history starts above it. */
  trim(seq: number): void {
    if (seq < this.floor) return
    const kept = this.run().filter((message) => message.seq > seq)
    this.restart(seq)
    for (const message of kept) this.append(message)
    this.hasStart = true
  }

  /** Drops everything, pending sends included. */
  clear(): void {
    this.restart(0)
    this.hasBase = false
    this.outgoing.clear()
  }

  run(from = this.floor, to = this.top): Message[] {
    const messages: Message[] = []
    for (let seq = Math.max(from, this.floor); seq <= Math.min(to, this.top); seq += 1) messages.push(this.at(seq)!)
    return messages
  }

  /** By seq, then time. Pending sends without a seq sort last; an acknowledged one below `top` is already in the run. */
  list(): Message[] {
    const outgoing = [...this.outgoing.values()].filter(({ seq }) => seq === 0 || seq > this.top)
    const next = Math.max(this.top, ...outgoing.map(({ seq }) => seq)) + 1
    const waiting = outgoing.map((message) => ({ seq: message.seq || next, createdAt: message.createdAt, message }))
    return [...this.run(), ...sortMessages(waiting).map(({ message }) => message)]
  }

  bucket(index: number): Message[] {
    return sortMessages([...(this.buckets.get(index)?.values() ?? [])])
  }

  private store(message: Message): void {
    const index = bucketOf(message.seq)
    const bucket = this.buckets.get(index) ?? new Map<number, Message>()
    bucket.set(message.seq, message)
    this.buckets.set(index, bucket)
    this.seqs.set(message.chatId, message.seq)
    this.outgoing.delete(message.chatId)
    this.dirtyBuckets.add(index)
  }
}
