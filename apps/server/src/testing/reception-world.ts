import {
  type AgentId,
  AiDraft,
  type AssignMode,
  type AssignRule,
  type CustomerId,
  type HintEvent,
  HintEvent as HintSchema,
  type PlanId,
} from '@ruwu/contract'
import { type AiReturn, DEFAULT_ASSIGN_RULE } from '@ruwu/domain'
import { and, asc, eq } from 'drizzle-orm'
import {
  agent,
  agentPresence,
  aiAgent,
  aiAgentVersion,
  customer,
  event,
  message,
  receptionPlan,
  session,
} from '../db/schema/index.ts'
import { newId } from '../platform/ids.ts'
import { type WorkbenchWorld, workbenchWorld } from './workbench-world.ts'
import type { Person } from './person.ts'
import type { WorldOptions } from './world.ts'

export type ReceptionWorld = Awaited<ReturnType<typeof receptionWorld>>

/** A world with an account and its reception settings: AI, plan, presence. */
export async function receptionWorld(options: WorldOptions = {}) {
  return withReception(await workbenchWorld(options))
}

function withReception(here: WorkbenchWorld) {
  const { db, clock, account } = here
  const key = { entId: account.entId, relationId: account.id }

  /** The account's AI, published or not. */
  const publishAi = async (
    returnAfter: AiReturn = '30',
    publishedVersion: number | null = 1,
    given: AiDraft = AiDraft.parse({}),
  ) => {
    const config = { ...given, handoff: { ...given.handoff, returnAfter } }
    const to = { publishedVersion, returnAfter, draft: config, updatedAt: clock.now() }
    await db.sql
      .insert(aiAgent)
      .values({ ...key, ...to })
      .onConflictDoUpdate({ target: [aiAgent.entId, aiAgent.relationId], set: to })
    if (publishedVersion === null) return
    await db.sql
      .insert(aiAgentVersion)
      .values({ ...key, version: publishedVersion, config, publishedAt: clock.now() })
      .onConflictDoUpdate({
        target: [aiAgentVersion.entId, aiAgentVersion.relationId, aiAgentVersion.version],
        set: { config },
      })
  }

  /** The default plan as the enterprise has set it. */
  const setPlan = async (assignMode: AssignMode, rule: Partial<AssignRule> = {}) => {
    const assign = { ...DEFAULT_ASSIGN_RULE, ...rule }
    await db.sql
      .insert(receptionPlan)
      .values({
        entId: account.entId,
        id: newId<PlanId>(clock.now()),
        name: '默认方案',
        isDefault: true,
        assignMode,
        assign,
        updatedAt: clock.now(),
      })
      .onConflictDoUpdate({
        target: receptionPlan.entId,
        targetWhere: eq(receptionPlan.isDefault, true),
        set: { assignMode, assign },
      })
  }

  const changeAgent = async (person: Person, to: Partial<typeof agent.$inferInsert>) => {
    await db.sql.update(agent).set(to).where(eq(agent.id, person.id))
  }

  /** Marks these agents as present now. */
  const seeThere = async (...people: Person[]) => {
    for (const { entId, id } of people)
      await db.sql
        .insert(agentPresence)
        .values({ entId, agentId: id, seenAt: clock.now() })
        .onConflictDoUpdate({
          target: [agentPresence.entId, agentPresence.agentId],
          set: { seenAt: clock.now() },
        })
  }

  const customerOf = async (id: CustomerId) => {
    const [row] = await db.sql.select().from(customer).where(eq(customer.id, id))
    if (!row) throw new Error('no such customer')
    return row
  }

  const changeCustomer = async (id: CustomerId, to: Partial<typeof customer.$inferInsert>) => {
    await db.sql.update(customer).set(to).where(eq(customer.id, id))
  }

  const sessionsOf = (id: CustomerId) =>
    db.sql.select().from(session).where(eq(session.customerId, id)).orderBy(asc(session.startAt))

  /** The grey lines of a thread. */
  const linesOf = async (id: CustomerId) => {
    const rows = await db.sql.select().from(message).where(eq(message.topicId, id)).orderBy(asc(message.seq))
    return rows.filter((row) => row.content.type === 'system').map((row) => row.content.text ?? '')
  }

  /** Logged events about a customer, without messages and hints. */
  const eventsOf = async (id: CustomerId) => {
    const rows = await db.sql.select().from(event).where(eq(event.entId, account.entId)).orderBy(asc(event.seq))
    return rows.filter((row) => row.payload.customerId === id && row.type !== 'cus_message' && row.type !== 'hint')
  }

  const hints = async (hintType?: HintEvent['hintType']): Promise<{ hint: HintEvent; to: AgentId[] }[]> => {
    const rows = await db.sql
      .select()
      .from(event)
      .where(and(eq(event.entId, account.entId), eq(event.type, 'hint')))
      .orderBy(asc(event.seq))
    return rows
      .map((row) => ({ hint: HintSchema.parse({ type: 'hint', ...row.payload }), to: row.audience?.agentIds ?? [] }))
      .filter(({ hint }) => hintType === undefined || hint.hintType === hintType)
  }

  return {
    ...here,
    publishAi,
    setPlan,
    changeAgent,
    seeThere,
    customerOf,
    changeCustomer,
    sessionsOf,
    linesOf,
    eventsOf,
    hints,
  }
}
