import type { Pool, PoolClient } from 'pg'
import type { Clock } from '../../platform/clock.ts'
import { isUniqueViolation } from '../../db/violations.ts'
import { traced, untraced } from '../../platform/trace/trace.ts'
import { type Appended, appendAtOnce, appendBatch } from './append-batch.ts'
import type { Committed, LockedTopic, Outcome, Send } from './batch.ts'
import { ConnectionInUse, isRefusedData } from './connection-in-use.ts'
import { TopicMemory } from './topic-memory.ts'
import { lastNumbers } from './write-batch.repo.ts'

/** Maximum number of messages per transaction. */
const MOST_PER_BATCH = 256

export type Deliver = (committed: readonly Committed[], topics: ReadonlyMap<string, LockedTopic>) => void

type SendWaiting = {
  kind: 'send'
  topicId: string
  send: Send
  resolve(outcome: Outcome): void
  reject(error: unknown): void
}
type ActWaiting = {
  kind: 'act'
  topicId: string
  act(client: PoolClient): Promise<Appended[]>
  resolve(): void
  reject(error: unknown): void
}
type Waiting = SendWaiting | ActWaiting
/** Delivers a batch and settles the promises of its senders. */
type Settle = () => void

/**
 * The only writer of DM and group messages. While one batch is being committed the next is collected, and is then
 * written in one transaction; nothing is acknowledged or delivered before its commit. A topic is in at most one
 * transaction of this node at a time, so that this node delivers its messages in seq order.
 */
export class MessageWriter {
  private readonly pool: Pool
  private readonly clock: Clock
  private readonly deliver: Deliver
  private readonly memory = new TopicMemory()
  /** Topics of the batch and of the acts in progress. */
  private readonly busyTopics = new Set<string>()
  private readonly whenIdle: (() => void)[] = []
  private queue: Waiting[] = []
  private isGathering = false
  /** One batch at a time: on two cores a second one halved the batch size without raising throughput. */
  private isWriting = false

  constructor(deps: { pool: Pool; clock: Clock; deliver: Deliver }) {
    this.pool = deps.pool
    this.clock = deps.clock
    this.deliver = deps.deliver
  }

  send(send: Send): Promise<Outcome> {
    const { topicId } = send
    return new Promise((resolve, reject) => this.enqueue({ kind: 'send', topicId, send, resolve, reject }))
  }

  /**
   * Changes a topic (members, notice …) and appends its control messages, in a transaction of its own. Only sends and
   * acts of the same topic wait for it.
   */
  async act<T>(
    topicId: string,
    work: (client: PoolClient, append: (sends: Send[]) => Promise<Appended>) => Promise<T>,
  ): Promise<T> {
    let result: T | undefined
    await new Promise<void>((resolve, reject) => {
      this.enqueue({
        kind: 'act',
        topicId,
        resolve,
        reject: (error) => {
          // The rolled-back transaction may have cached uncommitted state of the topic.
          this.memory.forget(topicId)
          reject(error)
        },
        act: async (client) => {
          const appended: Appended[] = []
          result = await work(client, async (sends) => {
            const each = await appendBatch(client, sends, this.memory, this.clock.now(), true)
            appended.push(each)
            return each
          })
          return appended
        },
      })
    })
    return result as T
  }

  /** Resolves when all queued sends and acts are committed or refused. */
  async drain(): Promise<void> {
    while (this.busyTopics.size > 0 || this.queue.length > 0)
      await new Promise<void>((resolve) => this.whenIdle.push(resolve))
  }

  private enqueue(waiting: Waiting): void {
    this.queue.push(waiting)
    // The batch loop takes waiting sends itself when the current batch ends.
    if (this.isGathering || (this.isWriting && waiting.kind === 'send')) return
    this.isGathering = true
    // In the next event loop iteration, so that concurrent sends share a batch.
    untraced(() =>
      setImmediate(() => {
        this.isGathering = false
        this.pump()
      }),
    )
  }

  private pump(): void {
    if (this.isWriting) {
      this.startNext(false)
      return
    }
    const batch = this.startNext(true)
    if (batch.length > 0) void this.writeGroups(batch)
  }

  /**
   * Starts the acts that can start now and returns the next batch of sends. Within a topic the queue is first in, first
   * out.
   */
  private startNext(takesSends: boolean): SendWaiting[] {
    const batch: SendWaiting[] = []
    const grouped = new Set<string>()
    const held = new Set(this.busyTopics)
    const acts: ActWaiting[] = []
    const rest: Waiting[] = []
    for (const waiting of this.queue) {
      const { kind, topicId } = waiting
      if (kind === 'send' && !held.has(topicId) && takesSends && batch.length < MOST_PER_BATCH) {
        batch.push(waiting)
        grouped.add(topicId)
      } else if (kind === 'act' && !held.has(topicId) && !grouped.has(topicId)) {
        acts.push(waiting)
        held.add(topicId)
      } else {
        rest.push(waiting)
        held.add(topicId)
      }
    }
    this.queue = rest
    for (const topicId of grouped) this.busyTopics.add(topicId)
    for (const act of acts) void this.runAct(act)
    return batch
  }

  /** Writes batches until no more sends can start. */
  private async writeGroups(first: SendWaiting[]): Promise<void> {
    this.isWriting = true
    const connection = new ConnectionInUse(this.pool)
    let settle: Settle | undefined
    for (let batch = first; batch.length > 0; batch = this.startNext(true)) {
      const written = traced('chat batch', {}, () => this.write(connection, batch))
      // After the next write has started, so that the database works while this node answers the previous batch.
      settle?.()
      settle = await written
      for (const { topicId } of batch) this.busyTopics.delete(topicId)
    }
    connection.release()
    this.isWriting = false
    settle?.()
    this.tellIdle()
  }

  private async write(connection: ConnectionInUse, batch: SendWaiting[]): Promise<Settle> {
    try {
      const appended = await this.append(
        connection,
        batch.map((waiting) => waiting.send),
      )
      this.remember(appended)
      return () => this.settle(batch, appended)
    } catch (error) {
      if (batch.length === 1 || !isRefusedData(error)) return () => batch.forEach((waiting) => waiting.reject(error))
      // A row refused by the database must not fail the rest of the batch: each send is retried alone.
      const settles: Settle[] = []
      for (const waiting of batch) settles.push(await this.write(connection, [waiting]))
      return () => settles.forEach((settle) => settle())
    }
  }

  private settle(batch: readonly SendWaiting[], { outcomes, committed, topics }: Appended): void {
    try {
      this.deliver(committed, topics)
      for (const [index, waiting] of batch.entries()) waiting.resolve(outcomes[index] as Outcome)
    } catch (error) {
      for (const waiting of batch) waiting.reject(error)
    }
  }

  private async append(connection: ConnectionInUse, sends: readonly Send[]): Promise<Appended> {
    const slowly = (looksForRepeats: boolean) =>
      connection.transaction((client) => appendBatch(client, sends, this.memory, this.clock.now(), looksForRepeats))
    try {
      const appended = await connection.run((client) => appendAtOnce(client, sends, this.memory, this.clock.now()))
      return appended ?? (await slowly(sends.some((send) => send.overLimit !== undefined)))
    } catch (error) {
      if (isUniqueViolation(error, 'message_chat_id')) return slowly(true)
      throw error
    }
  }

  private async runAct(waiting: ActWaiting): Promise<void> {
    const { topicId, act, resolve, reject } = waiting
    this.busyTopics.add(topicId)
    const connection = new ConnectionInUse(this.pool)
    try {
      for (const appended of await traced('chat act', {}, () => connection.transaction(act))) {
        this.remember(appended)
        this.deliver(appended.committed, appended.topics)
      }
      resolve()
    } catch (error) {
      reject(error)
    } finally {
      connection.release()
    }
    this.busyTopics.delete(topicId)
    this.pump()
    this.tellIdle()
  }

  /** Call after commit: caches each topic's last seq. */
  private remember({ committed, topics }: Appended): void {
    for (const [topicId, lastSeq] of lastNumbers(committed)) {
      const topic = topics.get(topicId)
      if (topic) this.memory.wrote(topic, lastSeq)
    }
  }

  private tellIdle(): void {
    if (this.busyTopics.size === 0) for (const resolve of this.whenIdle.splice(0)) resolve()
  }
}
