import type {
  AgentId,
  AiRunId,
  CustomerId,
  EntId,
  LeadId,
  MessageId,
  MissId,
  PointRowId,
  ReceptionType,
  RelationId,
  SessionId,
} from '@ruwu/contract'
import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import {
  agentReply,
  aiHandoff,
  aiRun,
  aiRunMessage,
  cardSend,
  customer,
  customerActivity,
  followUpSend,
  knowledgeMissAsk,
  lead,
  ownerChange,
  pointAccount,
  pointLedger,
  replySuggestion,
  session,
  turn,
} from '../db/schema/index.ts'
import { newId } from '../platform/ids.ts'

type Place = {
  entId: EntId
  agentIds: readonly AgentId[]
  customers: readonly { id: CustomerId; relationId: RelationId }[]
  /** Times lie between these. */
  from: Date
  to: Date
  random: () => number
}

const QUARTER_MS = 900_000
const MOST_TURNS = 4
const PATHS: ReceptionType[][] = [
  ['ai_agent'],
  ['manual'],
  ['workflow'],
  ['ai_agent', 'manual'],
  ['workflow', 'manual'],
]

/** Random histories: facts of every kind, as the product could have written them, in any order of time. */
export function randomFacts(db: Database, { entId, agentIds, customers, from, to, random }: Place) {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const chance = (share: number) => random() < share
  const moment = () => new Date(from.getTime() + Math.floor(random() * (to.getTime() - from.getTime())))
  const later = (at: Date, seconds: number) => new Date(at.getTime() + Math.floor(random() * seconds * 1000))
  const slotOf = (at: Date) => new Date(Math.floor(at.getTime() / QUARTER_MS) * QUARTER_MS)
  const sessions: (typeof session.$inferInsert)[] = []

  const addSession = async () => {
    const { id: customerId, relationId } = pick(customers)
    const startAt = moment()
    const id = newId<SessionId>(startAt)
    const own = Math.floor(random() * 5)
    const receptionPath = pick(PATHS)
    const agents = receptionPath.includes('manual') ? agentIds.filter(() => chance(0.4)) : []
    const firstHumanAt = agents.length > 0 && own > 0 ? later(startAt, 400) : null
    const turns = own > 0 ? 1 + Math.floor(random() * Math.min(own, MOST_TURNS)) : 0
    const aiMessages = receptionPath.includes('ai_agent') ? Math.floor(random() * 3) : 0
    const entry = chance(0.3)
      ? { postId: pick(['note-1', 'note-2']), ...(chance(0.5) ? { ad: { planId: 'plan-1', planName: '春季' } } : {}) }
      : null
    const row = {
      entId,
      id,
      customerId,
      relationId,
      source: 'douyin' as const,
      entry,
      startAt,
      startSeq: 1,
      endAt: later(startAt, 7_200),
      lastMessageAt: later(startAt, 7_200),
      receptionPath,
      firstAgentId: agents[0] ?? null,
      agentIds: agents,
      ownMessages: own,
      humanMessages: agents.length,
      aiMessages,
      contactCards: chance(0.2) ? 1 : 0,
      turns,
      firstOwnAt: own > 0 ? startAt : null,
      firstHumanAt,
      firstHumanBy: firstHumanAt && (agents[0] ?? null),
      firstHumanFrom: firstHumanAt && startAt,
      lastTalkAt: own > 0 ? later(startAt, 3_600) : null,
    }
    await db.sql.insert(session).values(row)
    sessions.push(row)
    const key = { entId, sessionId: id, customerId, relationId }
    for (const at of [startAt, later(startAt, 7_200)])
      await db.sql
        .insert(customerActivity)
        .values({ ...key, slot: slotOf(at), isFirst: chance(0.2), ownMessages: own })
        .onConflictDoNothing()
    await addTurns(key, startAt, turns)
    for (const agentId of agents)
      await db.sql.insert(agentReply).values({ ...key, agentId, slot: slotOf(startAt), replies: 1 })
    if (aiMessages > 0) await addRun(key, startAt)
    if (chance(0.4)) await addLead(key, startAt, receptionPath)
    if (chance(0.3)) await addCard(key, startAt)
    if (chance(0.4)) await addOwnerChange(key, startAt)
    if (chance(0.3)) await addFollowUp(key, startAt)
    if (chance(0.3)) await addSuggestion(key, startAt)
  }

  type Key = { entId: EntId; sessionId: SessionId; customerId: CustomerId; relationId: RelationId }

  /** Each begins after the reply to the one before; the last may have none yet. */
  const addTurns = async (key: Key, from: Date, count: number) => {
    let startAt = from
    for (let no = 1; no <= count; no += 1) {
      const isAnswered = no < count || chance(0.8)
      const replyKind = chance(0.4) ? 'human' : 'ai'
      const replyAt = later(startAt, 240)
      await db.sql.insert(turn).values({
        ...key,
        no,
        startAt,
        startSeq: no * 2 - 1,
        ...(isAnswered ? { replyAt, replySeq: no * 2, replyKind } : {}),
        ...(isAnswered && replyKind === 'human' ? { replyAgentId: pick(agentIds) } : {}),
      })
      startAt = later(replyAt, 1_800)
    }
  }

  const addRun = async (key: Key, at: Date) => {
    const id = newId<AiRunId>(at)
    await db.sql.insert(aiRun).values({
      ...key,
      id,
      epoch: 1,
      answeredSeq: Math.floor(random() * 1_000_000),
      state: 'sent',
      agentVersion: 1,
      generator: 'builtin',
      question: '',
      isHit: chance(0.6),
      startedAt: later(at, 3_600),
    })
    await db.sql.insert(pointLedger).values({
      ...key,
      id: newId<PointRowId>(at),
      at: later(at, 3_600),
      type: chance(0.9) ? 'consume' : 'refund',
      delta: -Math.floor(1 + random() * 3),
      pool: 'orderPoints',
      orderPoints: 0,
      bonusOrderPoints: 0,
      bonusHumanPoints: 0,
      key: id,
    })
    const rating = pick(['good', 'bad', null] as const)
    await db.sql.insert(aiRunMessage).values({ entId, messageId: newId<MessageId>(at), runId: id, index: 0, rating })
    if (chance(0.3))
      await db.sql.insert(knowledgeMissAsk).values({
        ...key,
        missId: newId<MissId>(at),
        messageId: newId<MessageId>(at),
        question: '能开发票吗',
        at: later(at, 3_600),
      })
    if (chance(0.3))
      await db.sql.insert(aiHandoff).values({
        ...key,
        epoch: Math.floor(random() * 1_000_000),
        reason: pick(['keyword', 'unknown']),
        at: later(at, 600),
      })
  }

  const addLead = async (key: Key, at: Date, path: readonly ReceptionType[]) => {
    const createdAt = later(at, 3_600)
    const value = String(Math.floor(random() * 1e9))
    const kind = pick(['phone', 'phone', 'wechat_copy'] as const)
    await db.sql.insert(lead).values({
      ...key,
      id: newId<LeadId>(createdAt),
      kind,
      value,
      normalised: value,
      state: 'valid',
      isPrimary: false,
      extractor: 'rule',
      agentId: chance(0.5) ? pick(agentIds) : null,
      receptionType: path[0] ?? 'manual',
      status: 'new',
      result: 'new',
      lastHitAt: createdAt,
      createdAt,
      updatedAt: createdAt,
    })
  }

  const addCard = async (key: Key, at: Date) => {
    const sentAt = later(at, 3_600)
    await db.sql.insert(cardSend).values({
      ...key,
      messageId: newId<MessageId>(sentAt),
      agentId: chance(0.5) ? pick(agentIds) : null,
      cardId: 'card',
      type: pick(['contact', 'lead_form', 'goods']),
      sentAt,
      submittedAt: chance(0.5) ? later(sentAt, 86_400) : null,
    })
  }

  const addFollowUp = async (key: Key, at: Date) => {
    const sentAt = later(at, 7_200)
    const messageId = newId<MessageId>(sentAt)
    const wokenAt = chance(0.5) ? later(sentAt, 86_400) : null
    await db.sql.insert(followUpSend).values({ ...key, messageId, sentAt, wokenAt })
  }

  const addSuggestion = async (key: Key, at: Date) => {
    const messageId = chance(0.5) ? newId<MessageId>(at) : null
    const seq = Math.floor(random() * 1_000_000)
    await db.sql
      .insert(replySuggestion)
      .values({ ...key, seq, agentId: pick(agentIds), at: later(at, 3_600), messageId })
      .onConflictDoNothing()
  }

  const addOwnerChange = async (key: Key, at: Date) => {
    const changedAt = later(at, 7_200)
    const kind = pick(['receive', 'transfer', 'timeout'] as const)
    await db.sql.insert(ownerChange).values({
      ...key,
      id: newId(changedAt),
      at: changedAt,
      kind,
      agentId: kind === 'timeout' ? null : pick(agentIds),
      fromAgentId: kind === 'receive' ? null : pick(agentIds),
    })
  }

  return {
    async add(count: number): Promise<void> {
      await db.sql.insert(pointAccount).values({ entId, updatedAt: from }).onConflictDoNothing()
      for (let n = 0; n < count; n += 1) await addSession()
    },
    /** Late events and corrections: facts of long ago change, come and go. */
    async disturb(): Promise<void> {
      for (const row of sessions.filter(() => chance(0.3))) {
        const isSession = and(eq(session.entId, entId), eq(session.id, row.id))
        const agents = agentIds.filter(() => chance(0.5))
        await db.sql
          .update(session)
          .set({
            agentIds: agents,
            receptionPath: pick(PATHS),
            ownMessages: sql`own_messages + 1`,
            firstOwnAt: row.startAt,
            lastTalkAt: row.startAt,
          })
          .where(isSession)
      }
      await db.sql.execute(sql`update lead set status = 'invalid', reason = '空号'
        where ent_id = ${entId} and id::text < '8' and abs(hashtext(value)) % 3 = 0`)
      await db.sql.execute(sql`delete from lead where ent_id = ${entId} and abs(hashtext(value)) % 5 = 0`)
      // A reply counts in its session in the same transaction.
      await db.sql.execute(sql`with replied as (
          update turn set reply_at = start_at + interval '20 seconds', reply_seq = start_seq + 1, reply_kind = 'ai'
          where ent_id = ${entId} and reply_at is null and abs(hashtext(session_id::text)) % 2 = 0 returning session_id)
        update session set ai_messages = ai_messages + 1 where ent_id = ${entId} and id in (select session_id from replied)`)
      await db.sql.execute(sql`update ai_run_message set rating = null where ent_id = ${entId} and rating = 'bad'`)
      await db.sql.execute(sql`update follow_up_send set woken_at = sent_at + interval '1 hour'
        where ent_id = ${entId} and woken_at is null and abs(hashtext(message_id::text)) % 2 = 0`)
    },
    /** Some customers wait since then. */
    async wait(at: Date): Promise<void> {
      for (const row of sessions.filter(() => chance(0.1))) {
        const [open] = await db.sql
          .update(session)
          .set({ endAt: null })
          .where(
            and(
              eq(session.id, row.id),
              sql`not exists (select 1 from session o where o.ent_id = ${entId}
            and o.customer_id = ${row.customerId} and o.end_at is null)`,
            ),
          )
          .returning({ id: session.id })
        if (open)
          await db.sql
            .update(customer)
            .set({ sessionId: row.id, waitingSince: at, archive: false })
            .where(eq(customer.id, row.customerId))
      }
    },
  }
}
