import type { Pool, PoolClient } from 'pg'
import type { Clock } from '../../platform/clock.ts'
import { type Appended, appendBatch, RepeatedChatIdError } from './append-batch.ts'
import type { Committed, LockedTopic, Outcome, Send } from './batch.ts'
import { MemberMemory } from './member-memory.ts'

/** The most messages committed together. */
const MOST_PER_BATCH = 256
/** Groups under way at once, each of other topics. On two cores a second one halved the groups and gained nothing. */
const LANES = 1

export type Deliver = (committed: readonly Committed[], topics: ReadonlyMap<string, LockedTopic>) => void

type SendWaiting = { kind: 'send'; send: Send; resolve(outcome: Outcome): void; reject(error: unknown): void }
type Waiting =
  | SendWaiting
  | { kind: 'act'; act(client: PoolClient): Promise<Appended[]>; resolve(): void; reject(error: unknown): void }

/**
 * The one way into the message store. While one group of messages is being committed the next gathers, and goes as one
 * transaction; nothing is acknowledged or delivered before its commit. A topic is in one group at a time, so that what this
 * node delivers of it is in the order of its numbers.
 */
export class MessageWriter {
  private readonly pool: Pool
  private readonly clock: Clock
  private readonly deliver: Deliver
  private readonly memory = new MemberMemory()
  private readonly busyTopics = new Set<string>()
  private readonly whenIdle: (() => void)[] = []
  private queue: Waiting[] = []
  private lanes = 0
  private isGathering = false
  private isChanging = false

  constructor(deps: { pool: Pool; clock: Clock; deliver: Deliver }) {
    this.pool = deps.pool
    this.clock = deps.clock
    this.deliver = deps.deliver
  }

  send(send: Send): Promise<Outcome> {
    return new Promise((resolve, reject) => this.enqueue({ kind: 'send', send, resolve, reject }))
  }

  /** Changes a topic (its members, its notice …) and appends what is to be told of it, in one transaction of its own. */
  async act<T>(work: (client: PoolClient, append: (sends: Send[]) => Promise<Appended>) => Promise<T>): Promise<T> {
    let result: T | undefined
    const touched = new Set<string>()
    await new Promise<void>((resolve, reject) => {
      this.enqueue({
        kind: 'act',
        resolve,
        reject: (error) => {
          // Members read within the change that failed never were.
          for (const topicId of touched) this.memory.forget(topicId)
          reject(error)
        },
        act: async (client) => {
          const appended: Appended[] = []
          result = await work(client, async (sends) => {
            for (const { topicId } of sends) touched.add(topicId)
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
    while (this.lanes > 0 || this.queue.length > 0) await new Promise<void>((resolve) => this.whenIdle.push(resolve))
  }

  private enqueue(waiting: Waiting): void {
    this.queue.push(waiting)
    if (this.isGathering) return
    this.isGathering = true
    // One turn later, so that sends of the same moment go together.
    setImmediate(() => {
      this.isGathering = false
      this.pump()
    })
  }

  /** Starts what can be started now. A change of a topic runs alone; everything queued after it waits for it. */
  private pump(): void {
    while (this.queue.length > 0 && this.lanes < LANES && !this.isChanging) {
      const [first] = this.queue
      if (first?.kind === 'act') {
        if (this.lanes > 0) return
        this.queue.shift()
        this.isChanging = true
        this.run(() => this.runAct(first).finally(() => (this.isChanging = false)))
        return
      }
      const batch = this.takeBatch()
      if (batch.length === 0) return
      const topics = new Set(batch.map(({ send }) => send.topicId))
      for (const topicId of topics) this.busyTopics.add(topicId)
      this.run(() =>
        this.runBatch(batch).finally(() => {
          for (const topicId of topics) this.busyTopics.delete(topicId)
        }),
      )
    }
  }

  private run(work: () => Promise<void>): void {
    this.lanes += 1
    void work().finally(() => {
      this.lanes -= 1
      this.pump()
      if (this.lanes === 0) for (const resolve of this.whenIdle.splice(0)) resolve()
    })
  }

  /** Sends up to the next change of a topic whose topics no other group is writing: the order within a topic is kept. */
  private takeBatch(): SendWaiting[] {
    const batch: SendWaiting[] = []
    const rest: Waiting[] = []
    let isBehindChange = false
    for (const waiting of this.queue) {
      isBehindChange ||= waiting.kind === 'act'
      const isFree = waiting.kind === 'send' && !isBehindChange && !this.busyTopics.has(waiting.send.topicId)
      if (waiting.kind === 'send' && isFree && batch.length < MOST_PER_BATCH) batch.push(waiting)
      else rest.push(waiting)
    }
    this.queue = rest
    return batch
  }

  private async runAct(waiting: Extract<Waiting, { kind: 'act' }>): Promise<void> {
    try {
      const appended = await this.inTransaction((client) => waiting.act(client))
      for (const each of appended) this.deliver(each.committed, each.topics)
      waiting.resolve()
    } catch (error) {
      waiting.reject(error)
    }
  }

  private async runBatch(batch: SendWaiting[]): Promise<void> {
    const sends = batch.map((waiting) => waiting.send)
    try {
      const append = (looksForRepeats: boolean) =>
        this.inTransaction((client) => appendBatch(client, sends, this.memory, this.clock.now(), looksForRepeats))
      const { outcomes, committed, topics } = await append(sends.some((send) => send.isOnlyRepeat)).catch(
        (error: unknown) => {
          if (error instanceof RepeatedChatIdError) return append(true)
          throw error
        },
      )
      this.deliver(committed, topics)
      for (const [index, waiting] of batch.entries()) waiting.resolve(outcomes[index] as Outcome)
    } catch (error) {
      // One that the database refuses must not fail its neighbours: each is tried alone.
      if (batch.length > 1 && isRefusedData(error)) for (const waiting of batch) await this.runBatch([waiting])
      else for (const waiting of batch) waiting.reject(error)
    }
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
