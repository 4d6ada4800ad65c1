import { AiDraft, customerApi, type CustomerId, type PlanId } from '@ruwu/contract'
import { DEFAULT_ASSIGN_RULE } from '@ruwu/domain'
import { fakeClock } from '@ruwu/testkit'
import { eq } from 'drizzle-orm'
import { migrate } from '../../db/migrate.ts'
import { agentPresence, aiAgent, aiAgentVersion, customer, receptionPlan } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { type Bus, memoryBus } from '../../realtime/index.ts'
import { createPeople } from '../people.ts'
import { Person } from '../person.ts'
import { openAccount, Platform } from '../platform.ts'
import { type NodeOptions, startNode } from '../start-node.ts'

export type RaceNodes = Awaited<ReturnType<typeof openRaceNodes>>

/** Two nodes on one database, an account with an AI, a plan that assigns customers, and its agents. */
export async function openRaceNodes(databaseUrl: string, options: NodeOptions = {}, bus: Bus = memoryBus()) {
  await migrate(databaseUrl)
  const clock = fakeClock('2026-03-16T02:00:00.000Z')
  const [here, there] = [
    await startNode(databaseUrl, clock, bus, options),
    await startNode(databaseUrl, clock, bus, options),
  ]
  const { db, reception } = here
  const { lin, wei, zhao } = await createPeople(here, clock)
  const account = await openAccount({ db, clock }, { entId: zhao.entId })
  const platform = new Platform({ clock, reception })
  const now = clock.now()
  await db.sql.insert(aiAgent).values({
    entId: account.entId,
    relationId: account.id,
    publishedVersion: 1,
    returnAfter: '30',
    updatedAt: now,
  })
  await db.sql.insert(aiAgentVersion).values({
    entId: account.entId,
    relationId: account.id,
    version: 1,
    config: AiDraft.parse({ advanced: { mergeSec: 1, delaySec: 0, dailyReplies: 200 } }),
    publishedAt: now,
  })
  await db.sql.insert(receptionPlan).values({
    entId: account.entId,
    id: newId<PlanId>(now),
    name: '默认方案',
    isDefault: true,
    assignMode: 'idle',
    assign: DEFAULT_ASSIGN_RULE,
    updatedAt: now,
  })

  const write = async (name: string, text = '在吗'): Promise<CustomerId> => {
    await platform.tell(platform.text(account, name, text))
    await platform.settle()
    const [row] = await db.sql.select({ id: customer.id }).from(customer).where(eq(customer.platformUserId, name))
    if (!row) throw new Error(`${name} is not here`)
    return row.id
  }

  const customerOf = async (id: CustomerId) => {
    const [row] = await db.sql.select().from(customer).where(eq(customer.id, id))
    if (!row) throw new Error('no such customer')
    return row
  }

  let people = 0
  let last: CustomerId | undefined
  /** A customer who has just written, received by the AI (default) or by people. */
  const newCustomer = async (receivedBy: 'ai' | 'people' = 'people') => {
    // Frees the owner's capacity for the next customer.
    if (last) await zhao.call(customerApi.archive, { body: { customerId: last, archive: true } })
    people += 1
    clock.advance(1_000)
    const name = `客户${people}`
    const id = await write(name)
    last = id
    if (receivedBy === 'people') await zhao.call(customerApi.setAiStatus, { body: { customerId: id, enableAi: false } })
    return { id, name }
  }

  /** All consoles are open just now. */
  const seeEverybody = async () => {
    const seenAt = clock.now()
    for (const { entId, id } of [lin, wei, zhao])
      await db.sql
        .insert(agentPresence)
        .values({ entId, agentId: id, seenAt })
        .onConflictDoUpdate({ target: [agentPresence.entId, agentPresence.agentId], set: { seenAt } })
  }

  /** The same agent, calling the other node. */
  const onOtherNode = (person: Person): Person => {
    const { entId, id, roleId, name, telephone } = person
    const same = new Person({ app: there.app, address: there.address, entId, id, roleId, name, telephone })
    same.token = person.token
    return same
  }

  return {
    db,
    clock,
    bus,
    here,
    there,
    lin,
    wei,
    zhao,
    account,
    platform,
    write,
    customerOf,
    newCustomer,
    seeEverybody,
    onOtherNode,
    async close() {
      await there.close()
      await here.close()
    },
  }
}
