import { type AgentId, type BuiltinRole, type EntId, type Permission, type RoleId } from '@ruwu/contract'
import { fakeClock, type FakeClock } from '@ruwu/testkit'
import type { FastifyInstance } from 'fastify'
import { afterAll, onTestFinished } from 'vitest'
import type { Database } from '../db/database.ts'
import { agent, enterprise, role } from '../db/schema/index.ts'
import type { Channel } from '../features/channel/index.ts'
import { insertBuiltinRoles } from '../features/role/index.ts'
import { newId } from '../platform/ids.ts'
import type { Bus } from '../realtime/bus.ts'
import type { Reception } from '../reception.ts'
import { freshDatabase } from './fresh-database.ts'
import { digest, PASSWORD } from './password.ts'
import { Person } from './person.ts'
import { type NodeOptions, passwords, startNode } from './start-node.ts'

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
  /** Lin 客服, Wei 客服, Zhao 管理员: one enterprise. Rival: the 管理员 of another. All are signed in. */
  lin: Person
  wei: Person
  zhao: Person
  rival: Person
  /** Another agent of the first enterprise, by default with an own role of just these permissions. Not signed in. */
  hire(name: string, as: BuiltinRole | Permission[]): Promise<Person>
}

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
    reception: node.reception,
    channel: node.channel,
    address: node.address,
    lin,
    wei,
    zhao,
    rival,
    hire,
  }
}
