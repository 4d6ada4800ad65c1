import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { AddressInfo } from 'node:net'
import { type AgentId, type BuiltinRole, type EntId, type Permission, type RoleId } from '@ruwu/contract'
import { fakeClock, type FakeClock } from '@ruwu/testkit'
import type { FastifyInstance } from 'fastify'
import { afterAll, onTestFinished } from 'vitest'
import { buildApp } from '../app.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { agent, enterprise, role } from '../db/schema/index.ts'
import { createPasswords } from '../features/auth/index.ts'
import { insertBuiltinRoles } from '../features/role/index.ts'
import { readConfig } from '../platform/config.ts'
import { diskStorage } from '../platform/storage/disk-storage.ts'
import { newId } from '../platform/ids.ts'
import { createLog } from '../platform/log.ts'
import { createSecrets } from '../platform/secrets.ts'
import { type Bus, memoryBus } from '../realtime/bus.ts'
import { freshDatabase } from './fresh-database.ts'
import { digest, PASSWORD } from './password.ts'
import { Person } from './person.ts'

/** Cheap on purpose: tests sign in a lot and guard nothing. */
const passwords = createPasswords({ memoryCost: 1024, timeCost: 1, parallelism: 1 })

export type World = {
  app: FastifyInstance
  db: Database
  databaseUrl: string
  clock: FakeClock
  bus: Bus
  /** Host and port of the listening app, for sockets and real HTTP. */
  address: string
  /** Lin 客服, Wei 客服, Zhao 管理员: one enterprise. Rival: the 管理员 of another. All are signed in. */
  lin: Person
  wei: Person
  zhao: Person
  rival: Person
  /** Another agent of the first enterprise, by default with an own role of just these permissions. Not signed in. */
  hire(name: string, as: BuiltinRole | Permission[]): Promise<Person>
}

/** Several apps on one database are several nodes. */
export async function startNode(databaseUrl: string, clock: FakeClock, bus: Bus = memoryBus()) {
  const db = openDatabase({ url: databaseUrl, clock, poolSize: 10 })
  const storageDir = await mkdtemp(path.join(tmpdir(), 'ruwu-files-'))
  const app = await buildApp({
    config: readConfig({ LOG_LEVEL: 'silent' }),
    db,
    bus,
    clock,
    passwords,
    secrets: createSecrets('a secret key for tests, of no use elsewhere'),
    log: createLog('silent'),
    storage: diskStorage(storageDir),
    checks: { database: () => db.ping() },
    consoleDir: '/nonexistent',
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const close = async () => {
    await app.close()
    await bus.close()
    await db.close()
    await rm(storageDir, { recursive: true, force: true, maxRetries: 5 })
  }
  return { app, db, bus, address: `127.0.0.1:${(app.server.address() as AddressInfo).port}`, close }
}

/** Everything is taken down after the test; with `keepUntilFileEnds` after the file (for use in beforeAll). */
export async function world({ keepUntilFileEnds = false } = {}): Promise<World> {
  const database = await freshDatabase()
  const clock = fakeClock('2026-03-16T02:00:00.000Z')
  const node = await startNode(database.url, clock)
  const takeDown = async () => {
    await node.close()
    await database.drop()
  }
  if (keepUntilFileEnds) afterAll(takeDown)
  else onTestFinished(takeDown)

  const passwordHash = await passwords.hash(digest(PASSWORD))
  let telephones = 13_900_000_000
  const found = async (name: string) => {
    const entId = newId<EntId>(clock.now())
    await node.db.sql.insert(enterprise).values({ id: entId, name, createdAt: clock.now() })
    return { entId, roles: await insertBuiltinRoles(node.db.sql, entId, clock.now()) }
  }
  const join = async (entId: EntId, roleId: RoleId, name: string): Promise<Person> => {
    telephones += 1
    clock.advance(1)
    const id = newId<AgentId>(clock.now())
    const telephone = String(telephones)
    const now = clock.now()
    await node.db.sql.insert(agent).values({
      entId,
      id,
      roleId,
      name,
      telephone,
      passwordHash,
      status: 'online',
      lastLoginAt: now,
      createdAt: now,
      updatedAt: now,
    })
    return new Person({ app: node.app, address: node.address, entId, id, roleId, name, telephone })
  }

  const own = await found('云上木作')
  const other = await found('别家企业')
  const lin = await join(own.entId, own.roles.agent, '林小满')
  const wei = await join(own.entId, own.roles.agent, '卫青禾')
  const zhao = await join(own.entId, own.roles.admin, '赵知远')
  const rival = await join(other.entId, other.roles.admin, '对手')
  for (const person of [lin, wei, zhao, rival]) await person.signIn()

  const hire = async (name: string, as: BuiltinRole | Permission[]) => {
    if (typeof as === 'string') return join(own.entId, own.roles[as], name)
    const now = clock.now()
    const id = newId<RoleId>(now)
    await node.db.sql.insert(role).values({
      entId: own.entId,
      id,
      name: `${name}的角色`,
      permissions: as,
      customerScope: 'own',
      createdAt: now,
      updatedAt: now,
    })
    return join(own.entId, id, name)
  }

  return {
    app: node.app,
    db: node.db,
    databaseUrl: database.url,
    clock,
    bus: node.bus,
    address: node.address,
    lin,
    wei,
    zhao,
    rival,
    hire,
  }
}
