import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { fakeClock, type FakeClock } from '@ruwu/testkit'
import type { Source } from '@ruwu/contract'
import type { Pool } from 'pg'
import { vi } from 'vitest'
import type { ChannelSources } from '../channels/channel-sources.ts'
import type { Engine } from '../engine/index.ts'
import { type Bus, memoryBus } from '../realtime/index.ts'
import { type FreshDatabase, freshDatabase } from './fresh-database.ts'
import { type Node, type NodeDatabase, type NodeOptions, openNodeDatabase, startNode } from './start-node.ts'

export const TEST_TIME = '2026-03-16T02:00:00.000Z'

/** A node, its clock and its empty database; `release` ends the use of all three. */
export type Lease = { node: Node; clock: FakeClock; database: FreshDatabase; release(): Promise<void> }

/** A database with its clock and connections: they serve one node after another, as connecting takes long. */
type Base = { database: FreshDatabase; clock: FakeClock; db: NodeDatabase }

/** Bases of this worker that no node uses at the moment. */
const idleBases: Base[] = []

/** Marks the connections of a base, which stay when its database is emptied. */
const KEPT_CONNECTIONS = 'kept-by-worker'

async function openBase(poolSize?: number): Promise<Base> {
  const database = await freshDatabase()
  const url = new URL(database.url)
  url.searchParams.set('application_name', KEPT_CONNECTIONS)
  const clock = fakeClock(TEST_TIME)
  return { database, clock, db: openNodeDatabase(url.href, clock, poolSize) }
}

/** False where the base cannot serve another test: its connections are closed or go on working. */
const isEmptied = async ({ database, db }: Base): Promise<boolean> =>
  (await becomesIdle(db.pool)) && (await database.empty(KEPT_CONNECTIONS))

async function discard({ database, db }: Base): Promise<void> {
  // Closing would wait for connections that a failed test has kept.
  db.cut()
  if (!db.pool.ended) await db.close()
  await database.drop()
}

/** A node of its own, closed on release. */
export async function leaseOwnNode(options: NodeOptions): Promise<Lease> {
  // The timers of kept connections are real ones.
  const canReuse = !vi.isFakeTimers() && options.poolSize === undefined
  const base = (canReuse && idleBases.pop()) || (await openBase(options.poolSize))
  base.clock.set(TEST_TIME)
  const node = await startNode(base.db, base.clock, undefined, options)
  const release = async () => {
    // Closing would wait for responses whose body a test has not read.
    node.cutWires()
    await node.close()
    if (canReuse && (await isEmptied(base))) idleBases.push(base)
    else await discard(base)
  }
  return { node, clock: base.clock, database: base.database, release }
}

/** What a test may replace on a shared node. */
export type Replaceable = Pick<NodeOptions, 'engine' | 'openSources'>

type Shared = Base & { node: Node; bus: SharedBus; parts: Replaceable }

/** Nodes of this worker that no test uses at the moment, by what is replaced in them. */
const idle = new Map<string, Shared[]>()

/**
 * A node that serves one test after another: starting one takes longer than most tests. Each test has enterprises with
 * new ids, as tenancy keeps everything else in a node's memory apart; all rows of the test before are deleted.
 */
export async function leaseSharedNode(parts: Replaceable): Promise<Lease> {
  const kind = `${parts.engine ? 'engine' : ''} ${parts.openSources ? 'sources' : ''}`
  const shared = idle.get(kind)?.pop() ?? (await startShared(parts))
  shared.parts = parts
  shared.clock.set(TEST_TIME)
  const release = async () => {
    if (await reset(shared)) {
      idle.set(kind, [...(idle.get(kind) ?? []), shared])
      return
    }
    await shared.node.kill()
    await discard(shared)
  }
  return { node: shared.node, clock: shared.clock, database: shared.database, release }
}

async function startShared(parts: Replaceable): Promise<Shared> {
  const base = idleBases.pop() ?? (await openBase())
  const bus = sharedBus()
  const shared: Shared = { ...base, bus, parts, node: undefined as never }
  const engine: Engine = { decide: (input) => present(shared.parts.engine).decide(input) }
  shared.node = await startNode(base.db, base.clock, bus, {
    ...(parts.engine ? { engine } : {}),
    ...(parts.openSources ? { openSources: currentSources(shared) } : {}),
  })
  bus.seal()
  return shared
}

/** False where the node cannot serve another test: it was closed, or goes on working. */
async function reset(shared: Shared): Promise<boolean> {
  const { node, bus } = shared
  node.cutWires()
  bus.unsubscribeTest()
  node.pace.forget()
  return !bus.isClosed() && !node.isClosed() && isEmptied(shared)
}

const IDLE_TURNS = 3
const IDLE_TIMEOUT_MS = 2_000

/** Until no connection has been in use for some turns of the event loop: work that nothing awaits ends here. */
async function becomesIdle(pool: Pool): Promise<boolean> {
  const giveUpAt = performance.now() + IDLE_TIMEOUT_MS
  for (let turns = 0; turns < IDLE_TURNS; turns += 1) {
    await nextTurn()
    if (pool.ended || performance.now() > giveUpAt) return false
    if (pool.idleCount === pool.totalCount && pool.waitingCount === 0) continue
    turns = -1
    await sleep(1)
  }
  return true
}

/** The sources of the test that has the node now. */
function currentSources(shared: Shared): NonNullable<NodeOptions['openSources']> {
  return (...args) => {
    let opened: { by: Replaceable['openSources']; sources: ChannelSources } | undefined
    const current = () => {
      const by = present(shared.parts.openSources)
      if (opened?.by !== by) opened = { by, sources: by(...args) }
      return opened.sources
    }
    return {
      find: (source: Source) => current().find(source),
      app: (source: Source) => current().app(source),
      events: (source: Source) => current().events(source),
      close: async () => opened?.sources.close(),
    }
  }
}

function present<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('the test that has this node has given no such part')
  return part
}

type SharedBus = Bus & { isClosed(): boolean; seal(): void; unsubscribeTest(): void }

/** Knows the subscriptions of the node itself from those a test adds. */
function sharedBus(): SharedBus {
  const bus = memoryBus()
  const added: (() => void)[] = []
  let isSealed = false
  let isClosed = false
  return {
    ...bus,
    isClosed: () => isClosed,
    subscribe(listener) {
      const unsubscribe = bus.subscribe(listener)
      if (isSealed) added.push(unsubscribe)
      return unsubscribe
    },
    async close() {
      isClosed = true
      await bus.close()
    },
    seal() {
      isSealed = true
    },
    unsubscribeTest() {
      for (const unsubscribe of added.splice(0)) unsubscribe()
    },
  }
}
