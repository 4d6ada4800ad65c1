import { type AiRunId, type CustomerId, knowledgeApi, type KnowledgeId, RECENT_HIT_DAYS } from '@ruwu/contract'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { aiRun, aiRunMessage, customer, knowledge, knowledgeHit } from '../../../db/schema/index.ts'
import { newId } from '../../../platform/ids.ts'
import { aiWorld } from '../../../testing/ai-world.ts'
import type { Person } from '../../../testing/person.ts'
import { plansOf } from '../../../testing/plans.ts'
import { openAccount } from '../../../testing/platform.ts'
import { handsOver, says } from '../../../testing/scripted-engine.ts'
import { absentForRival } from '../../../testing/tenant-isolation.ts'
import { recordHits } from '../index.ts'
import { findUses } from './usage.repo.ts'

const DAY_MS = 86_400_000

/** Zhao's account whose AI answers everything from one entry. */
async function usageWorld() {
  const here = await aiWorld()
  const { zhao, account, db, engine } = here
  const relationId = account.id
  const pair = { question: '多少钱', answer: '399 元' }
  const { id } = await zhao.call(knowledgeApi.save, { body: { relationId, type: 'qa', ...pair } })
  const piece = { knowledgeId: id, type: 'qa' as const, title: '多少钱', piece: '399 元', score: 0.9 }
  engine.script = () => ({
    ...says('399 元'),
    isHit: true,
    knowledge: [piece, { ...piece, score: 0.6 }],
    used: [id],
  })

  const whereUsed = (person: Person = zhao) => person.call(knowledgeApi.whereUsed, { query: { relationId, id } })
  const usage = (person: Person = zhao, page: { cursor?: string | null; limit?: number } = {}) =>
    person.call(knowledgeApi.usage, { body: { relationId, id, ...page } })
  /** Asked and answered; hits are noted once the answer is out. */
  const ask = async (name: string, text: string) => {
    const before = (await whereUsed()).hits
    const customerId = await here.ask(name, text)
    await expect.poll(async () => (await whereUsed()).hits).toBe(before + 1)
    return customerId
  }
  /** A run that ended long ago, as far as the database knows. */
  const runOf = async (customerId: CustomerId, startedAt: Date, seq = 1) => {
    const run = { entId: zhao.entId, id: newId<AiRunId>(startedAt), customerId, startedAt }
    const rest = { relationId, epoch: -seq, answeredSeq: seq, agentVersion: 1, question: '多少钱' }
    await db.sql.insert(aiRun).values({ ...run, ...rest, state: 'sent', generator: 'builtin', isHit: true })
    return run
  }
  return { ...here, relationId, id, piece, whereUsed, usage, ask, runOf }
}

test('an answer counts once for each entry it was made from, and leads to its message', async () => {
  const { ask, whereUsed, usage, clock, db, zhao, relationId } = await usageWorld()

  const customerId = await ask('小满', '多少钱呀')

  const [said] = await db.sql.select().from(aiRunMessage)
  const { items, nextCursor, isScoped } = await usage()
  const now = clock.now().toISOString()
  expect(await whereUsed()).toMatchObject({ title: '多少钱', enabled: true, hits: 1, recentHits: 1, lastHitAt: now })
  expect(items).toMatchObject([
    { customerId, customerName: '小满', question: '多少钱呀', score: 0.9, state: 'sent', messageId: said?.messageId },
  ])
  expect([nextCursor, isScoped]).toEqual([null, false])
  const listed = await zhao.call(knowledgeApi.page, { body: { relationId } })
  expect(listed.items).toMatchObject([{ hits: 1, lastHitAt: now, version: 1 }])
})

test('what was found and not used has no hit', async () => {
  const { ask, zhao, relationId, engine, id, piece, db } = await usageWorld()
  const body = { relationId, type: 'qa' as const, question: '几折', answer: '不打折' }
  const { id: unused } = await zhao.call(knowledgeApi.save, { body })
  const beside = { ...piece, knowledgeId: unused, title: '几折', score: 0.95 }
  engine.script = () => ({ ...says('399 元'), isHit: true, knowledge: [beside, piece], used: [id] })

  await ask('小满', '多少钱，打折吗')

  expect(await db.sql.select({ id: knowledgeHit.knowledgeId }).from(knowledgeHit)).toEqual([{ id }])
})

test('where people took over, the way leads to the question', async () => {
  const { ask, usage, engine, piece, rowOf } = await usageWorld()
  engine.script = () => ({ ...handsOver('price'), isHit: true, knowledge: [piece], used: [piece.knowledgeId] })

  await ask('小满', '便宜点')

  const [use] = (await usage()).items
  expect(use).toMatchObject({ state: 'handoff', question: '便宜点' })
  expect(use?.messageId).toMatch(/^[0-9a-f]{32}$/)
  expect(use?.customerId).toBe((await rowOf('小满')).id)
})

test('hits recorded twice or concurrently are counted once and can be opened', async () => {
  const { write, runOf, db, clock, zhao, relationId, id, rival } = await usageWorld()
  const customerId = await write('小满', '在吗')
  const second = await zhao.call(knowledgeApi.save, {
    body: { relationId, type: 'qa', question: '在哪', answer: '杭州' },
  })
  const runs = await Promise.all([1, 2, 3, 4, 5, 6].map((seq) => runOf(customerId, clock.now(), seq)))
  const gone = newId<KnowledgeId>(clock.now())

  await Promise.all(
    [...runs, ...runs].map((run, at) =>
      recordHits(db.sql, run, at % 2 === 0 ? [id, second.id, gone] : [second.id, id, id]),
    ),
  )
  await recordHits(db.sql, { ...runs[0]!, entId: rival.entId }, [id])

  const hits = await db.sql.select({ id: knowledge.id, hits: knowledge.hits }).from(knowledge)
  expect(hits.map((entry) => entry.hits)).toEqual([6, 6])
  expect(await db.sql.select().from(knowledgeHit)).toHaveLength(12)
})

test('近 30 天 leaves out what is older, the total does not', async () => {
  const { write, runOf, whereUsed, db, clock, id } = await usageWorld()
  const customerId = await write('小满', '在吗')
  const edge = clock.now().getTime() - RECENT_HIT_DAYS * DAY_MS
  for (const [at, time] of [edge - 1, edge, edge + 1].entries())
    await recordHits(db.sql, await runOf(customerId, new Date(time), at + 1), [id])

  expect(await whereUsed()).toMatchObject({
    hits: 3,
    recentHits: 2,
    lastHitAt: new Date(edge + 1).toISOString(),
  })
})

test('conversations come page by page, the newest first, each once', async () => {
  const { ask, usage } = await usageWorld()
  for (const name of ['一', '二', '三', '四', '五']) await ask(name, `多少钱${name}`)

  const names: string[] = []
  let cursor: string | null = null
  do {
    const page = await usage(undefined, { cursor, limit: 2 })
    names.push(...page.items.map((item) => item.customerName))
    cursor = page.nextCursor
  } while (cursor)

  expect(names).toEqual(['五', '四', '三', '二', '一'])
})

test('a cursor that is none is refused', async () => {
  const { zhao, relationId, id } = await usageWorld()

  expect(await zhao.refused(knowledgeApi.usage, { body: { relationId, id, cursor: 'x' } })).toMatchObject({
    code: 40001,
  })
})

test('an agent with 本人 scope sees only conversations of own customers, and the page says so', async () => {
  const { ask, usage, lin, wei, changeCustomer, db, relationId, id } = await usageWorld()
  const mine = await ask('我的', '多少钱')
  const others = await ask('别人的', '多少钱')
  await changeCustomer(mine, { agentId: lin.id })
  for (const customerId of [others, await ask('也是别人的', '多少钱')])
    await changeCustomer(customerId, { agentId: wei.id })

  const seen = await usage(lin)

  expect(seen.items.map((item) => item.customerId)).toEqual([mine])
  expect([seen.nextCursor, seen.isScoped]).toEqual([null, true])
  const caller = { entId: lin.entId, agentId: lin.id, customerScope: 'own', accountScope: null } as never
  const key = { entId: lin.entId, relationId, id }
  const short = await findUses(db.sql, caller, key, { below: undefined, limit: 5 }, 2)
  expect(short.ids).toEqual([])
  const rest = await findUses(db.sql, caller, key, { below: short.next ?? undefined, limit: 5 }, 2)
  expect(rest).toEqual({ ids: [seen.items[0]?.runId], next: null })
})

test('without customer:viewSensitive the question is masked', async () => {
  const { ask, usage, hire, db } = await usageWorld()
  await ask('小满', '我的电话 13812345678，多少钱')
  const guest = await (await hire('访客', ['im:viewPage'])).signIn()

  await db.sql.update(customer).set({ remark: '王 13812345678' })
  expect((await usage(guest)).items[0]).toMatchObject({
    customerName: '王 138****5678(小满)',
    question: '我的电话 138****5678，多少钱',
  })
})

test('the account is named with those its AI answers for, and whether it is published', async () => {
  const here = await usageWorld()
  const { whereUsed, publishAi, relationId, zhao } = here
  const staff = await openAccount(here, {
    entId: zhao.entId,
    accountType: 'KOS',
    parentId: relationId,
    name: '云杉家居小店',
  })

  expect((await whereUsed()).accounts).toMatchObject([
    { relationId, name: '云杉家居', accountType: 'CORP', aiVersion: 1 },
    { relationId: staff.id, name: '云杉家居小店', accountType: 'KOS', aiVersion: 1 },
  ])
  await publishAi('off', null)
  expect((await whereUsed()).accounts).toMatchObject([{ relationId, aiVersion: null }])
})

test('another enterprise’s entry looks absent, and so does another account’s', async () => {
  const here = await usageWorld()
  const { rival, zhao, relationId, id } = here
  const other = await openAccount(here, { entId: zhao.entId, name: '另一个' })
  const absent = { code: 40401 }

  const theirs = { relationId, id }
  expect(await absentForRival(rival, knowledgeApi.whereUsed, { query: theirs })).toMatchObject(absent)
  expect(await absentForRival(rival, knowledgeApi.usage, { body: theirs })).toMatchObject(absent)
  const elsewhere = { relationId: other.id, id }
  expect(await zhao.refused(knowledgeApi.whereUsed, { query: elsewhere })).toMatchObject(absent)
  expect(await zhao.refused(knowledgeApi.usage, { body: elsewhere })).toMatchObject(absent)
})

test('an entry that goes takes its hits along; the answers stay', async () => {
  const { ask, zhao, relationId, id, db } = await usageWorld()
  const customerId = await ask('小满', '多少钱')

  await zhao.call(knowledgeApi.remove, { query: { relationId, id } })

  expect(await db.sql.select().from(knowledgeHit)).toEqual([])
  const sent = and(eq(aiRun.customerId, customerId), eq(aiRun.state, 'sent'))
  expect(await db.sql.select().from(aiRun).where(sent)).toHaveLength(1)
})

test('among many answers no table is read from end to end', async () => {
  const { write, db, clock, zhao, whereUsed, usage, relationId, id, hire } = await usageWorld()
  const customerId = await write('小满', '在吗')
  const { id: other } = await zhao.call(knowledgeApi.save, {
    body: { relationId, type: 'qa', question: '在哪', answer: '杭州' },
  })
  const day = Math.trunc(clock.now().getTime() / 1000)
  await db.pool.query(
    `with run as (
      insert into ai_run (ent_id, id, customer_id, relation_id, epoch, answered_seq, state, agent_version, generator, question, started_at)
      select $1, (lpad(to_hex((($5::int8 - n) * 1000)), 12, '0') || '7000' || '8' || lpad(to_hex(n), 15, '0'))::uuid, $2, $3, 0, n + 100,
        'sent', 1, 'builtin', '多少钱', to_timestamp($5::int8 - n) from generate_series(1, 20000) n returning id
    ), said as (
      insert into ai_run_message (ent_id, message_id, run_id, index) select $1, id, id, 0 from run
    )
    insert into knowledge_hit (ent_id, knowledge_id, run_id, customer_id)
    select $1, case when abs(hashtext(id::text)) % 20 = 0 then $4::uuid else $6::uuid end, id, $2 from run`,
    [zhao.entId, customerId, relationId, id, day, other],
  )
  await db.pool.query('analyze knowledge_hit, ai_run, ai_run_message')
  const scoped = await (await hire('本人', ['im:viewPage'])).signIn()

  const plans = await plansOf(db, async () => {
    await whereUsed()
    const { nextCursor } = await usage()
    await usage(scoped, { cursor: nextCursor })
  })

  expect(plans.filter((plan) => /Seq Scan on (knowledge_hit|ai_run|ai_run_message)\b/.test(plan))).toEqual([])
  expect(plans.filter((plan) => plan.includes('Index Only Scan')).join('\n')).toContain('knowledge_hit_of')
})
