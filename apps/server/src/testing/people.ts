import type { AgentId, BuiltinRole, EntId, Permission, RoleId } from '@ruwu/contract'
import type { FakeClock } from '@ruwu/testkit'
import { eq } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { agent, authSession, role } from '../db/schema/index.ts'
import { createEnterprise } from '../features/admin/index.ts'
import { hashToken, newToken } from '../platform/auth/token.ts'
import { newId } from '../platform/ids.ts'
import { digest, PASSWORD } from './password.ts'
import { Person } from './person.ts'
import type { FreshDatabase } from './fresh-database.ts'
import { type RecordedRows, recordRows, withNewIds } from './recorded-rows.ts'
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

/** More than the welcome points: tests of the ledger begin with a round balance. */
const POINTS = 1_000

const FIRST_TELEPHONE = 13_900_000_001

type Settled = {
  entIds: EntId[]
  roles: Record<BuiltinRole, RoleId>
  agents: Record<'lin' | 'wei' | 'zhao' | 'rival', AgentFacts>
}
type AgentFacts = Pick<Person, 'entId' | 'id' | 'roleId' | 'name' | 'telephone'>

/** By the instant of settling. */
const recorded = new Map<number, { settled: string; rows: RecordedRows; entIds: EntId[]; tookMs: number }>()

/** Inserts two enterprises and their agents into an empty database. */
export async function createPeople(
  node: Pick<Node, 'app' | 'db' | 'address'>,
  clock: FakeClock,
  database?: FreshDatabase,
): Promise<People> {
  const { roles, agents } = await (database ? settle(node.db, clock, database) : settleFirst(node.db, clock))
  const person = (facts: AgentFacts) => new Person({ ...facts, app: node.app, address: node.address })
  const [lin, wei, zhao, rival] = [person(agents.lin), person(agents.wei), person(agents.zhao), person(agents.rival)]
  await openSessions(node, [lin, wei, zhao, rival], clock.now())

  const { entId } = lin
  let telephone = FIRST_TELEPHONE + Object.keys(agents).length
  const join = async (roleId: RoleId, name: string) =>
    person(await addAgent(node.db, clock, { entId, roleId, name, telephone: String(telephone++) }))
  const hire = async (name: string, as: BuiltinRole | Permission[]) => {
    if (typeof as === 'string') return join(roles[as], name)
    const now = clock.now()
    const id = newId<RoleId>(now)
    await node.db.sql.insert(role).values({
      entId,
      id,
      name: `${name}的角色`,
      permissions: as,
      customerScope: 'own',
      createdAt: now,
      updatedAt: now,
    })
    return join(id, name)
  }

  return { lin, wei, zhao, rival, hire }
}

/** The first time in a worker by the product's own code; from then on the rows of that time are repeated with new ids. */
async function settle(db: Database, clock: FakeClock, database: FreshDatabase): Promise<Settled> {
  const now = clock.now().getTime()
  const known = recorded.get(now)
  if (known) {
    const [settled = '', tables = ''] = withNewIds(`${known.settled}\0${known.rows.tables}`, known.entIds).split('\0')
    await database.insertRows({ ...known.rows, tables })
    clock.advance(known.tookMs)
    return JSON.parse(settled) as Settled
  }
  const settled = await settleFirst(db, clock)
  const { entIds } = settled
  recorded.set(now, {
    settled: JSON.stringify(settled),
    rows: await recordRows(db.pool, entIds),
    entIds,
    tookMs: clock.now().getTime() - now,
  })
  return settled
}

async function settleFirst(db: Database, clock: FakeClock): Promise<Settled> {
  const found = async (name: string) => {
    const entId = newId<EntId>(clock.now())
    const roles = await createEnterprise(
      db.sql,
      { id: entId, name, points: POINTS, certifiedAt: clock.now() },
      clock.now(),
    )
    if (!roles) throw new Error('ids are random')
    return { entId, roles }
  }
  const own = await found('云上木作')
  const other = await found('别家企业')
  let telephone = FIRST_TELEPHONE
  const join = ({ entId, roles }: typeof own, as: BuiltinRole, name: string) =>
    addAgent(db, clock, { entId, roleId: roles[as], name, telephone: String(telephone++) })
  return {
    entIds: [own.entId, other.entId],
    roles: own.roles,
    agents: {
      lin: await join(own, 'agent', '林小满'),
      wei: await join(own, 'agent', '卫青禾'),
      zhao: await join(own, 'admin', '赵知远'),
      rival: await join(other, 'admin', '对手'),
    },
  }
}

async function addAgent(db: Database, clock: FakeClock, facts: Omit<AgentFacts, 'id'>): Promise<AgentFacts> {
  clock.advance(1)
  const now = clock.now()
  const id = newId<AgentId>(now)
  await db.sql.insert(agent).values({
    ...facts,
    id,
    passwordHash: await passwordHash,
    status: 'online',
    lastLoginAt: now,
    createdAt: now,
    updatedAt: now,
  })
  return { ...facts, id }
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
