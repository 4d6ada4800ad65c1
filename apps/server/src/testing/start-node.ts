import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FakeClock } from '@ruwu/testkit'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { Pace } from '../chat/message/index.ts'
import { buildApp } from '../compose/app.ts'
import { type Database, openDatabase } from '../db/database.ts'
import type { Engine } from '../engine/index.ts'
import { copyAiAgent } from '../features/ai-agent/index.ts'
import { createPasswords } from '../platform/auth/password.ts'
import { enqueueNow } from '../features/ai-reception/index.ts'
import { copyCardRules as copyRules } from '../features/card-rule/index.ts'
import { copyKnowledge } from '../features/knowledge/index.ts'
import { type Channel, createChannel } from '../features/channel/index.ts'
import type { DemoPlatform } from '../features/demo/index.ts'
import { readConfig } from '../platform/config.ts'
import { createLog } from '../platform/log.ts'
import { createSecrets } from '../platform/secrets.ts'
import { openStorage } from '../platform/storage/index.ts'
import { type Bus, memoryBus } from '../realtime/index.ts'
import { createReception, type Reception } from '../compose/reception.ts'

/** Cheap on purpose: tests sign in a lot and guard nothing. */
export const passwords = createPasswords({ memoryCost: 1024, timeCost: 1, parallelism: 1 })

export type Node = {
  app: FastifyInstance
  db: Database
  bus: Bus
  channel: Channel
  /** Its queues are worked off when a test asks for it. */
  reception: Reception
  /** Host and port, for sockets and real HTTP. */
  address: string
  /** Of chat users, who have the same names in many tests. */
  pace: Pace
  close(): Promise<void>
  isClosed(): boolean
  /** Breaks off every HTTP connection and socket to this node. */
  cutWires(): void
  /** Simulates a crash: sockets and database connections are destroyed, nothing is finished or published. */
  kill(): Promise<void>
}

export const TEST_SECRET_KEY = 'a secret key for tests, of no use elsewhere'

export type NodeOptions = {
  poolSize?: number
  env?: Record<string, string>
  engine?: Engine
  /** Of the built console; without it the node serves none. */
  consoleDir?: string
} & Partial<
  Pick<Parameters<typeof createChannel>[0], 'openSources'> & {
    copyCardRules?: ReturnType<typeof copyRules>
    demoPlatform?: DemoPlatform
  }
>

/** Connections of a node; `cut` destroys those there are, and later ones as soon as they are made. */
export type NodeDatabase = Database & { cut(): void }

/** Where tests keep files: removed with the run's database, also what a node in use at its end has kept. */
export const FILES_DIR = process.env.TEST_FILES_DIR ?? tmpdir()

export function openNodeDatabase(url: string, clock: FakeClock, poolSize = 10): NodeDatabase {
  const db = openDatabase({ url, clock, poolSize })
  return { ...db, cut: databaseLinks(db.pool) }
}

/** Several apps on one database are several nodes. Connections that are passed in stay open when the node closes. */
export async function startNode(
  database: string | NodeDatabase,
  clock: FakeClock,
  bus: Bus = memoryBus(),
  {
    poolSize,
    env = {},
    engine,
    openSources,
    copyCardRules,
    demoPlatform,
    consoleDir = '/nonexistent',
  }: NodeOptions = {},
): Promise<Node> {
  const db = typeof database === 'string' ? openNodeDatabase(database, clock, poolSize) : database
  const storageDir = await mkdtemp(path.join(FILES_DIR, 'ruwu-files-'))
  const common = {
    config: readConfig({ LOG_LEVEL: 'silent', ...env }),
    db,
    clock,
    secrets: createSecrets(TEST_SECRET_KEY),
    log: createLog('silent'),
  }
  const channel = createChannel({
    ...common,
    enqueueAnswers: enqueueNow,
    openSources,
    copiers: {
      aiAgent: copyAiAgent({ db, clock }),
      cardRule: copyCardRules ?? copyRules({ db, clock }),
      knowledge: copyKnowledge({ db, clock }),
    },
  })
  const storage = await openStorage(common.config, storageDir)
  const reception = createReception({ ...common, channel, bus, storage, engine })
  const pace = new Pace(clock, bus)
  const app = await buildApp({
    ...common,
    pace,
    bus,
    passwords,
    reception,
    storage,
    checks: { needed: { database: () => db.ping() } },
    consoleDir,
    demoPlatform,
  })
  const wires = new Set<Socket>()
  app.server.on('connection', (wire: Socket) => {
    wires.add(wire)
    wire.once('close', () => wires.delete(wire))
  })
  const cutWires = () => {
    for (const wire of wires) wire.destroy()
  }
  let isClosed = false
  app.addHook('onClose', async () => {
    isClosed = true
  })
  await app.listen({ port: 0, host: '127.0.0.1' })

  const close = async () => {
    await app.close()
    await channel.close()
    await reception.orders.close()
    await bus.close()
    if (db !== database) await db.close()
    await rm(storageDir, { recursive: true, force: true, maxRetries: 5 })
  }
  const kill = async () => {
    const left = bus.close()
    cutWires()
    db.cut()
    await left
    await close()
  }
  return {
    app,
    db,
    bus,
    reception,
    channel,
    address: `127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    pace,
    close,
    isClosed: () => isClosed,
    cutWires,
    kill,
  }
}

/** How the pool's connections are lost. */
function databaseLinks(pool: Pool): () => void {
  const links = new Set<Socket>()
  let isCut = false
  pool.on('connect', (client) => {
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
    if (isCut) return stream.destroy()
    links.add(stream)
    stream.once('close', () => links.delete(stream))
  })
  return () => {
    isCut = true
    for (const link of links) link.destroy()
  }
}
