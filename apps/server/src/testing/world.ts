import type { FakeClock } from '@ruwu/testkit'
import type { FastifyInstance } from 'fastify'
import { afterAll, onTestFinished, vi } from 'vitest'
import type { Database } from '../db/database.ts'
import type { Channel } from '../features/channel/index.ts'
import type { Bus } from '../realtime/index.ts'
import type { Reception } from '../compose/reception.ts'
import { type People, createPeople } from './people.ts'
import { leaseOwnNode, leaseSharedNode } from './shared-node.ts'
import type { NodeOptions } from './start-node.ts'

export type World = {
  app: FastifyInstance
  db: Database
  databaseUrl: string
  clock: FakeClock
  bus: Bus
  /** Its queues are worked off when a test asks for it. */
  reception: Reception
  channel: Channel
  /** Host and port of the listening app, for sockets and real HTTP. */
  address: string
} & People

export type WorldOptions = NodeOptions & {
  /** In beforeAll: everything is taken down after the file instead of after the test. */
  keepUntilFileEnds?: boolean
  /** A node that no other test has used or will use: for what is global to a node (timers, metrics, spies, its end). */
  ownNode?: boolean
}

/** Lin, Wei, Zhao and Rival on a running node with an empty database. Taken down after the test. */
export async function world({ keepUntilFileEnds, ownNode, ...options }: WorldOptions = {}): Promise<World> {
  const { engine, openSources, ...others } = options
  // A node whose timers are fake is of no use to the next test.
  const isOwn = ownNode || vi.isFakeTimers() || Object.values(others).some((value) => value !== undefined)
  const lease = await (isOwn ? leaseOwnNode(options) : leaseSharedNode({ engine, openSources }))
  if (keepUntilFileEnds) afterAll(lease.release)
  else onTestFinished(lease.release)

  const { node, clock, database } = lease
  const people = await createPeople(node, clock, database)

  return {
    app: node.app,
    db: node.db,
    databaseUrl: database.url,
    clock,
    bus: node.bus,
    reception: node.reception,
    channel: node.channel,
    address: node.address,
    ...people,
  }
}
