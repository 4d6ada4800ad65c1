import type { Pool, PoolClient } from 'pg'
import type { Clock } from '../../platform/clock.ts'
import { type Appended, appendBatch } from './append-batch.ts'
import type { Committed, LockedTopic, Outcome, Send } from './batch.ts'
import { MemberMemory } from './member-memory.ts'

/** The most messages committed together. */
const MOST_PER_BATCH = 256

export type Deliver = (committed: readonly Committed[], topics: ReadonlyMap<string, LockedTopic>) => void

type Waiting =
  | { kind: 'send'; send: Send; resolve(outcome: Outcome): void; reject(error: unknown): void }
  | { kind: 'act'; act(client: PoolClient): Promise<Appended[]>; resolve(): void; reject(error: unknown): void }

/**
 * The one way into the message store. While one group of messages is being committed the next gathers, and goes as one
 * transaction; nothing is acknowledged or delivered before its commit. Groups follow one another, so that what this node
 * delivers of a topic is in the order of its numbers.
 */
export class MessageWriter {
  private readonly pool: Pool
  private readonly clock: Clock
  private readonly deliver: Deliver
  private readonly memory = new MemberMemory()
  private queue: Waiting[] = []
  private running: Promise<void> | undefined

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
    await new Promise<void>((resolve, reject) => {
      this.enqueue({
        kind: 'act',
        resolve,
        reject,
        act: async (client) => {
          const appended: Appended[] = []
          result = await work(client, async (sends) => {
            const each = await appendBatch(client, sends, this.memory, this.clock.now())
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
    while (this.running) await this.running
  }

  private enqueue(waiting: Waiting): void {
    this.queue.push(waiting)
    this.running ??= this.work().finally(() => {
      this.running = undefined
    })
  }

  private async work(): Promise<void> {
    // One turn later, so that sends of the same moment go together.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.queue.length > 0) {
      const [first] = this.queue
      if (first?.kind === 'act') {
        this.queue.shift()
        await this.runAct(first)
      } else {
        const end = this.queue.findIndex((each) => each.kind !== 'send')
        const size = Math.min(end === -1 ? this.queue.length : end, MOST_PER_BATCH)
        await this.runBatch(this.queue.splice(0, size) as Extract<Waiting, { kind: 'send' }>[])
      }
    }
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

  private async runBatch(batch: Extract<Waiting, { kind: 'send' }>[]): Promise<void> {
    const sends = batch.map((waiting) => waiting.send)
    try {
      const { outcomes, committed, topics } = await this.inTransaction((client) =>
        appendBatch(client, sends, this.memory, this.clock.now()),
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
