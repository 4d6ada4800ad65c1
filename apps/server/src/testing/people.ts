import type { AgentId, BuiltinRole, EntId, Permission, RoleId } from '@ruwu/contract'
import type { FakeClock } from '@ruwu/testkit'
import { eq } from 'drizzle-orm'
import { agent, authSession, enterprise, role } from '../db/schema/index.ts'
import { hashToken, newToken } from '../features/auth/index.ts'
import { openPointAccount } from '../features/points/index.ts'
import { insertBuiltinRoles } from '../features/role/index.ts'
import { insertDefaultTags } from '../features/tag/index.ts'
import { newId } from '../platform/ids.ts'
import { digest, PASSWORD } from './password.ts'
import { Person } from './person.ts'
import { type Node, passwords } from './start-node.ts'

export type People = {
  /** Lin 客服, Wei 客服 and Zhao 管理员 of one enterprise; Rival is the 管理员 of another. All are signed in. */
  lin: Person
  wei: Person
  zhao: Person
  rival: Person
  /** Another agent of the first enterprise with a builtin role, or a custom one of exactly these permissions. Not signed in. */
  hire(name: string, as: BuiltinRole | Permission[]): Promise<Person>
}

/** Signs in an existing agent; undefined when no agent has this telephone. */
export async function findPerson(
  node: Pick<Node, 'app' | 'db' | 'address'>,
  telephone: string,
): Promise<Person | undefined> {
  const [row] = await node.db.sql.select().from(agent).where(eq(agent.telephone, telephone))
  return row && new Person({ ...row, app: node.app, address: node.address }).signIn()
}

const passwordHash = passwords.hash(digest(PASSWORD))

/** Inserts two enterprises and their agents. */
export async function settlePeople(node: Pick<Node, 'app' | 'db' | 'address'>, clock: FakeClock): Promise<People> {
  let telephones = 13_900_000_000
  const found = async (name: string) => {
    const entId = newId<EntId>(clock.now())
    await node.db.sql.insert(enterprise).values({ id: entId, name, createdAt: clock.now() })
    await insertDefaultTags(node.db.sql, entId, clock.now())
    await openPointAccount(node.db.sql, entId, clock.now())
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
      passwordHash: await passwordHash,
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
  await openSessions(node, [lin, wei, zhao, rival], clock.now())

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

  return { lin, wei, zhao, rival, hire }
}

/** Inserts sign-in sessions directly: the password hash of a real sign-in is slow. */
async function openSessions({ db }: Pick<Node, 'db'>, people: Person[], now: Date): Promise<void> {
  await db.sql.insert(authSession).values(
    people.map((person) => {
      person.token = newToken()
      return {
        entId: person.entId,
        id: newId<string>(now),
        agentId: person.id,
        tokenHash: hashToken(person.token),
        ip: '127.0.0.1',
        userAgent: 'lightMyRequest',
        createdAt: now,
        lastUsedAt: now,
      }
    }),
  )
}
