import type { Pool, PoolClient } from 'pg'
import type { Clock } from '../../platform/clock.ts'
import { isUniqueViolation } from '../../db/violations.ts'
import { type Appended, appendAtOnce, appendBatch } from './append-batch.ts'
import type { Committed, LockedTopic, Outcome, Send } from './batch.ts'
import { TopicMemory } from './topic-memory.ts'
import { lastNumbers } from './write-batch.ts'

/** The most messages committed together. */
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

/**
 * The one way into the message store. While one group of messages is being committed the next gathers, and goes as one
 * transaction; nothing is acknowledged or delivered before its commit. A topic is in one transaction at a time, so that what
 * this node delivers of it is in the order of its numbers.
 */
export class MessageWriter {
  private readonly pool: Pool
  private readonly clock: Clock
  private readonly deliver: Deliver
  private readonly memory = new TopicMemory()
  /** Topics of the group and of the changes under way. */
  private readonly busyTopics = new Set<string>()
  private readonly whenIdle: (() => void)[] = []
  private queue: Waiting[] = []
  private isGathering = false
  /** One group at a time: on two cores a second one halved the groups and gained nothing. */
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
   * Changes a topic (its members, its notice …) and appends what is to be told of it, in one transaction of its own. Only
   * what is sent in that topic waits for it.
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
          // What was read within the change that failed never was.
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

  /** Resolves when everything taken so far is committed or refused. */
  async drain(): Promise<void> {
    while (this.busyTopics.size > 0 || this.queue.length > 0)
      await new Promise<void>((resolve) => this.whenIdle.push(resolve))
  }

  private enqueue(waiting: Waiting): void {
    this.queue.push(waiting)
    // The end of the group under way looks for what to send next by itself.
    if (this.isGathering || (this.isWriting && waiting.kind === 'send')) return
    this.isGathering = true
    // One turn later, so that sends of the same moment go together.
    setImmediate(() => {
      this.isGathering = false
      this.pump()
    })
  }

  /** Starts what can be started now; of one topic nothing overtakes what came before it. */
  private pump(): void {
    const batch: SendWaiting[] = []
    const grouped = new Set<string>()
    const held = new Set(this.busyTopics)
    const acts: ActWaiting[] = []
    const rest: Waiting[] = []
    for (const waiting of this.queue) {
      const { kind, topicId } = waiting
      if (kind === 'send' && !held.has(topicId) && !this.isWriting && batch.length < MOST_PER_BATCH) {
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
    for (const act of acts) this.run(new Set([act.topicId]), this.runAct(act))
    if (batch.length === 0) return
    this.isWriting = true
    this.run(
      grouped,
      this.runBatch(batch).finally(() => (this.isWriting = false)),
    )
  }

  private run(topicIds: ReadonlySet<string>, work: Promise<void>): void {
    for (const topicId of topicIds) this.busyTopics.add(topicId)
    void work.finally(() => {
      for (const topicId of topicIds) this.busyTopics.delete(topicId)
      this.pump()
      if (this.busyTopics.size === 0) for (const resolve of this.whenIdle.splice(0)) resolve()
    })
  }

  private async runAct(waiting: ActWaiting): Promise<void> {
    try {
      const appended = await this.inTransaction((client) => waiting.act(client))
      for (const each of appended) this.announce(each)
      waiting.resolve()
    } catch (error) {
      waiting.reject(error)
    }
  }

  private async runBatch(batch: SendWaiting[]): Promise<void> {
    const sends = batch.map((waiting) => waiting.send)
    try {
      const appended = await this.append(sends).catch((error: unknown) => {
        if (isUniqueViolation(error, 'message_chat_id')) return this.appendSlowly(sends, true)
        throw error
      })
      this.announce(appended)
      for (const [index, waiting] of batch.entries()) waiting.resolve(appended.outcomes[index] as Outcome)
    } catch (error) {
      // One that the database refuses must not fail its neighbours: each is tried alone.
      if (batch.length > 1 && isRefusedData(error)) for (const waiting of batch) await this.runBatch([waiting])
      else for (const waiting of batch) waiting.reject(error)
    }
  }

  private async append(sends: readonly Send[]): Promise<Appended> {
    const appended = await appendAtOnce(this.pool, sends, this.memory, this.clock.now())
    return (
      appended ??
      this.appendSlowly(
        sends,
        sends.some((send) => send.isOnlyRepeat),
      )
    )
  }

  private appendSlowly(sends: readonly Send[], looksForRepeats: boolean): Promise<Appended> {
    return this.inTransaction((client) => appendBatch(client, sends, this.memory, this.clock.now(), looksForRepeats))
  }

  /** After commit. */
  private announce({ committed, topics }: Appended): void {
    for (const [topicId, lastSeq] of lastNumbers(committed)) {
      const topic = topics.get(topicId)
      if (topic) this.memory.wrote(topic, lastSeq)
    }
    this.deliver(committed, topics)
  }

  private async inTransaction<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.pool.connect()
    let broken: Error | undefined
    try {
      await client.query('begin')
      const result = await work(client)
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback').catch((rollbackError: Error) => {
        broken = rollbackError
      })
      throw error
    } finally {
      client.release(broken)
    }
  }
}

/** SQLSTATE classes 22 (bad value) and 23 (constraint): the fault of one row, not of the database. */
const isRefusedData = (error: unknown) => /^2[23]/.test((error as { code?: string }).code ?? '')
