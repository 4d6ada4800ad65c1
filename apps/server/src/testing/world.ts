import { fakeClock, type FakeClock } from '@ruwu/testkit'
import type { FastifyInstance } from 'fastify'
import { afterAll, onTestFinished } from 'vitest'
import type { Database } from '../db/database.ts'
import type { Channel } from '../features/channel/index.ts'
import type { Bus } from '../realtime/bus.ts'
import type { Reception } from '../compose/reception.ts'
import { freshDatabase } from './fresh-database.ts'
import { type People, settlePeople } from './people.ts'
import { type NodeOptions, startNode } from './start-node.ts'

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

export type WorldOptions = NodeOptions & { keepUntilFileEnds?: boolean }

/** Everything is taken down after the test; with `keepUntilFileEnds` after the file (for use in beforeAll). */
export async function world({ keepUntilFileEnds = false, ...options }: WorldOptions = {}): Promise<World> {
  const database = await freshDatabase()
  const clock = fakeClock('2026-03-16T02:00:00.000Z')
  const node = await startNode(database.url, clock, undefined, options)
  const takeDown = async () => {
    await node.close()
    await database.drop()
  }
  if (keepUntilFileEnds) afterAll(takeDown)
  else onTestFinished(takeDown)

  const people = await settlePeople(node, clock)

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
