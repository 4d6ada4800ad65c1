import { randomUUID } from 'node:crypto'
import type { EntId } from '@ruwu/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Bus, BusMessage, Hub } from '../../realtime/index.ts'

/** Open sockets per user, on all nodes together. */
export const MAX_SOCKETS_PER_USER = 50
/** A node tells the others of users with at least so many sockets; people have fewer, and cost no message on the bus. */
const TOLD_FROM = 10
const TOLD_EVERY_MS = 30_000
/** A node that stopped no longer counts: two reports may be lost. */
const FORGOTTEN_AFTER_MS = 3 * TOLD_EVERY_MS

type SocketsMessage = Extract<BusMessage, { kind: 'sockets' }>
type Elsewhere = Map<string, { count: number; until: number }>
type User = { entId: EntId; userId: string }

/** Limits the sockets of a user over all nodes. */
export class SocketLimit {
  private readonly deps: { bus: Bus; hub: Hub; clock: Clock }
  private readonly node = randomUUID()
  private readonly elsewhere = new Map<string, Elsewhere>()
  private readonly told = new Map<string, User>()
  private readonly telling: NodeJS.Timeout
  private readonly unsubscribe: () => void

  constructor(deps: { bus: Bus; hub: Hub; clock: Clock }) {
    this.deps = deps
    this.unsubscribe = deps.bus.subscribe((message) => message.kind === 'sockets' && this.hear(message))
    this.telling = setInterval(() => this.repeat(), TOLD_EVERY_MS)
  }

  allows({ entId, userId }: User): boolean {
    const now = this.deps.clock.now().getTime()
    let count = this.deps.hub.countOf(entId, userId)
    for (const each of this.elsewhere.get(keyOf(entId, userId))?.values() ?? [])
      if (each.until > now) count += each.count
    return count < MAX_SOCKETS_PER_USER
  }

  /** A socket of the user was opened or closed here. */
  changed({ entId, userId }: User): void {
    const key = keyOf(entId, userId)
    const isMany = this.deps.hub.countOf(entId, userId) >= TOLD_FROM
    if (!isMany && !this.told.has(key)) return
    this.tell({ entId, userId })
    if (isMany) this.told.set(key, { entId, userId })
    else this.told.delete(key)
  }

  close(): void {
    clearInterval(this.telling)
    this.unsubscribe()
  }

  private repeat(): void {
    for (const user of this.told.values()) this.tell(user)
    const now = this.deps.clock.now().getTime()
    for (const [key, nodes] of this.elsewhere) {
      for (const [node, { until }] of nodes) if (until <= now) nodes.delete(node)
      if (nodes.size === 0) this.elsewhere.delete(key)
    }
  }

  private tell({ entId, userId }: User): void {
    const { bus, hub } = this.deps
    const count = hub.countOf(entId, userId)
    bus.publish({ kind: 'sockets', entId, userId, node: this.node, count: count < TOLD_FROM ? 0 : count })
  }

  private hear({ entId, userId, node, count }: SocketsMessage): void {
    if (node === this.node) return
    const key = keyOf(entId, userId)
    const nodes: Elsewhere = this.elsewhere.get(key) ?? new Map()
    this.elsewhere.set(key, nodes)
    nodes.set(node, { count, until: this.deps.clock.now().getTime() + FORGOTTEN_AFTER_MS })
  }
}

const keyOf = (entId: EntId, userId: string) => `${entId} ${userId}`
