import { type Bus, memoryBus } from '@ruwu/server/realtime'
import { type Node, startNode } from '@ruwu/server/testing/start-node.ts'
import { type FakeClock, fakeClock } from '@ruwu/testkit'
import { LossyBus } from './lossy-bus.ts'

/** A node serves five clients: more connections would only cost the database. */
const POOL_SIZE = 3

/** Servers on one database. They are killed and restarted under another address. */
export class Nodes {
  readonly clock: FakeClock = fakeClock('2026-03-16T02:00:00.000Z')
  readonly bus = new LossyBus()
  private readonly databaseUrl: string
  private readonly count: number
  private readonly up: Node[] = []
  private readonly ending: Promise<void>[] = []

  constructor(databaseUrl: string, count: number) {
    this.databaseUrl = databaseUrl
    this.count = count
  }

  /** The address a load balancer would choose; undefined while no server runs. */
  address(random: number): string | undefined {
    return this.up[Math.floor(random * this.up.length)]?.address
  }

  async revive(): Promise<void> {
    // Every simulation makes its five users from the same address.
    const options = { poolSize: POOL_SIZE, env: { CHAT_NEW_USERS_PER_HOUR: '100000' } }
    while (this.up.length < this.count)
      this.up.push(await startNode(this.databaseUrl, this.clock, this.joinBus(), options))
  }

  kill(random: number): void {
    this.end(random, (node) => node.kill())
  }

  halt(random: number): void {
    this.end(random, (node) => node.close())
  }

  async query<T extends object>(text: string, values: unknown[]): Promise<T[]> {
    return (await this.up[0]!.db.pool.query<T>(text, values)).rows
  }

  async close(): Promise<void> {
    while (this.up.length > 0) this.halt(0)
    await Promise.all(this.ending)
  }

  /** One node alone needs no network between nodes, and its announcements keep their order. */
  private joinBus(): Bus {
    return this.count === 1 ? memoryBus() : this.bus.join()
  }

  private end(random: number, how: (node: Node) => Promise<void>): void {
    const [node] = this.up.splice(Math.floor(random * this.up.length), 1)
    if (node) this.ending.push(how(node))
  }
}
