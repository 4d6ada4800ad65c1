import {
  aiAgentApi,
  type AiRunId,
  type CustomerId,
  type LeadId,
  type MessageId,
  type PointRowId,
  type SessionId,
} from '@ruwu/contract'
import { seededRandom } from '@ruwu/testkit'
import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  aiHandoff,
  aiRun,
  aiRunMessage,
  customer,
  customerMessage,
  lead,
  messageFeedback,
  pointLedger,
  session,
} from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { addCrowd } from '../../testing/customer-crowd.ts'
import { plansOf } from '../../testing/plans.ts'
import { workbenchWorld } from '../../testing/workbench-world.ts'

const DAY_MS = 86_400_000

/** Customers who have written, and everything the figures are made of. Time then goes on to the next day. */
async function figuresWorld() {
  const here = await workbenchWorld()
  const { db, clock, account, zhao, write } = here
  const key = { entId: account.entId, relationId: account.id }

  const sessionOf = async (customerId: CustomerId): Promise<SessionId> => {
    const [row] = await db.sql.select().from(customer).where(eq(customer.id, customerId))
    if (!row?.sessionId) throw new Error('there is no session')
    return row.sessionId
  }

  /** The AI has answered what they wrote. */
  const answered = async (name: string, how: { isHit?: boolean; humans?: number; rating?: 'good' | 'bad' } = {}) => {
    const customerId = await write(name, '在吗')
    const sessionId = await sessionOf(customerId)
    const now = clock.now()
    await db.sql
      .update(session)
      .set({ aiMessages: 1, humanMessages: how.humans ?? 0 })
      .where(and(eq(session.entId, key.entId), eq(session.id, sessionId)))
    const runId = newId<AiRunId>(now)
    const run = { customerId, sessionId, epoch: 1, answeredSeq: 1, agentVersion: 1, question: '在吗' }
    await db.sql.insert(aiRun).values({
      ...key,
      ...run,
      id: runId,
      state: 'sent',
      generator: 'builtin',
      isHit: how.isHit ?? true,
      startedAt: now,
    })
    const [said] = await db.sql.select().from(customerMessage).where(eq(customerMessage.customerId, customerId))
    if (!said) throw new Error('nothing was said')
    await db.sql.insert(aiRunMessage).values({ entId: key.entId, messageId: said.id, runId, index: 0 })
    if (how.rating) await rate(said.id, how.rating)
    return customerId
  }

  const rate = (messageId: MessageId, rating: 'good' | 'bad') =>
    db.sql.insert(messageFeedback).values({ entId: key.entId, messageId, rating, agentId: zhao.id, at: clock.now() })

  const handedOver = async (customerId: CustomerId) => {
    const sessionId = await sessionOf(customerId)
    await db.sql
      .insert(aiHandoff)
      .values({ ...key, customerId, sessionId, epoch: 1, reason: 'keyword', at: clock.now() })
  }

  const leaves = async (
    customerId: CustomerId,
    value: string,
    but: Partial<Pick<typeof lead.$inferInsert, 'kind' | 'status' | 'reason' | 'dupOf'>> = {},
  ): Promise<LeadId> => {
    const now = clock.now()
    const id = newId<LeadId>(now)
    const found = { kind: 'phone', value, normalised: value, state: 'valid', extractor: 'rule', status: 'new' } as const
    const at = { lastHitAt: now, createdAt: now, updatedAt: now }
    const by = { isPrimary: true, receptionType: 'ai_agent', result: 'new' } as const
    await db.sql.insert(lead).values({ ...key, id, customerId, ...found, ...by, ...at, ...but })
    return id
  }

  const moves = async (type: 'consume' | 'refund', delta: number) => {
    const now = clock.now()
    const id = newId<PointRowId>(now)
    const after = { orderPoints: 0, bonusOrderPoints: 0, bonusHumanPoints: 0 }
    const by = { pool: 'orderPoints', item: 'ai_reply' } as const
    await db.sql.insert(pointLedger).values({ ...key, ...after, ...by, id, type, delta, at: now, key: id })
  }

  const figures = (range?: 'recent30Days') =>
    zhao.call(aiAgentApi.statistics, { query: { relationId: account.id, ...(range ? { range } : {}) } })

  return { ...here, answered, handedOver, leaves, moves, figures }
}

test('without anything there are no rates', async () => {
  const { figures, clock } = await figuresWorld()

  expect(await figures()).toEqual({
    sessions: 0,
    aloneRate: -1,
    handoffRate: -1,
    leadRate: -1,
    goodRate: -1,
    hitRate: -1,
    pointsPerLead: -1,
    answers: 0,
    points: 0,
    asOf: clock.now().toISOString(),
  })
})

test('the figures are those of seven days, today included', async () => {
  const { answered, handedOver, leaves, moves, figures, write, clock } = await figuresWorld()
  await write('只有人接待', '在吗')
  const first = await answered('甲', { rating: 'good' })
  const second = await answered('乙', { humans: 2, rating: 'bad' })
  await answered('丙', { isHit: false, rating: 'good' })
  await answered('丁')
  await handedOver(second)
  await handedOver(await write('不等 AI', '转人工'))
  const phone = await leaves(first, '13800000001')
  await leaves(second, '13800000001', { dupOf: phone })
  for (let n = 0; n < 5; n += 1) await moves('consume', -1)
  await moves('refund', 1)
  expect(await figures()).toEqual({
    sessions: 4,
    aloneRate: 3 / 4,
    handoffRate: 2 / 4,
    leadRate: 2 / 4,
    goodRate: 2 / 3,
    hitRate: 3 / 4,
    pointsPerLead: 4,
    answers: 4,
    points: 4,
    asOf: clock.now().toISOString(),
  })

  clock.advance(6 * DAY_MS)
  await answered('今天')
  await moves('consume', -100)
  expect(await figures()).toMatchObject({ sessions: 5, points: 104 })
  clock.advance(DAY_MS)
  expect(await figures()).toMatchObject({ sessions: 1, points: 100 })
  expect(await figures('recent30Days')).toMatchObject({ sessions: 5, points: 104 })
})

test('neither a number that proved useless nor a copied one of ours is a lead', async () => {
  const { figures, answered, leaves, clock } = await figuresWorld()
  await leaves(await answered('甲'), '13800000001')
  await leaves(await answered('乙'), '13800000002', { status: 'invalid', reason: '空号' })
  await leaves(await answered('丙'), '', { kind: 'wechat_copy' })
  await answered('丁')
  clock.advance(DAY_MS)

  expect(await figures()).toMatchObject({ sessions: 4, leadRate: 1 / 4, pointsPerLead: 0 })
})

const MANY = 8_000
const PEOPLE = 1_000

test('however much has happened, no table is read from end to end', async () => {
  const { figures, account, clock, db, zhao } = await figuresWorld()
  const { entId, id: relationId } = account
  const agents = [{ id: zhao.id, name: zhao.name, createdAt: clock.now() }]
  const plan = { entId, agents, accounts: [{ ...account, name: '云杉家居' }], count: PEOPLE, now: clock.now() }
  const { ids } = await addCrowd(db, { ...plan, random: seededRandom(7) })
  // Every two hours somebody, back through the years.
  await db.sql
    .execute(sql`create table past as select n, (${sql.param(ids)}::uuid[])[1 + n % ${PEOPLE}::int] as customer_id,
      ${clock.now()}::timestamptz - n * interval '2 hours' as at from generate_series(1, ${MANY}::int) n`)
  await db.sql
    .execute(sql`insert into session (ent_id, id, customer_id, relation_id, source, start_at, start_seq, end_at,
      reception_path, ai_messages)
    select ${entId}::uuid, gen_random_uuid(), customer_id, ${relationId}::uuid, 'douyin', at, 1, at, '{ai_agent}', 1 from past`)
  await db.sql
    .execute(sql`insert into ai_run (ent_id, id, customer_id, relation_id, epoch, answered_seq, state, agent_version,
      generator, question, is_hit, started_at)
    select ${entId}::uuid, gen_random_uuid(), customer_id, ${relationId}::uuid, 1, n, 'sent', 1, 'builtin', '', true, at from past`)
  await db.sql.execute(sql`insert into ai_handoff (ent_id, customer_id, epoch, relation_id, reason, at)
    select ${entId}::uuid, customer_id, n, ${relationId}::uuid, 'keyword', at from past`)
  await db.sql
    .execute(sql`insert into point_ledger (ent_id, id, at, type, delta, pool, order_points, bonus_order_points,
      bonus_human_points, relation_id, key)
    select ${entId}::uuid, gen_random_uuid(), at, 'consume', -1, 'orderPoints', 0, 0, 0, ${relationId}::uuid, n::text from past`)
  await db.sql
    .execute(sql`insert into lead (ent_id, id, customer_id, kind, value, normalised, state, is_primary, extractor,
      relation_id, reception_type, status, result, last_hit_at, created_at, updated_at)
    select ${entId}::uuid, gen_random_uuid(), customer_id, 'phone', n::text, n::text, 'valid', false, 'rule',
      ${relationId}::uuid, 'ai_agent', 'new', 'new', at, at, at from past`)
  await db.sql.execute(sql`analyze session, ai_run, ai_handoff, point_ledger, lead`)

  let points = 0
  const plans = await plansOf(db, async () => ({ points } = await figures()))

  // Six full days, and ten hours of today.
  expect(points).toBe(6 * 12 + 5)
  expect(plans.filter((each) => SCAN.test(each))).toEqual([])
})

const SCAN = /Seq Scan on (session|ai_run|ai_handoff|point_ledger|lead)\s/
