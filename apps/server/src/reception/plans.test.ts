import { beforeAll, expect, test } from 'vitest'
import { discardPlans } from '../testing/discard-plans.ts'
import { receptionWorld, type ReceptionWorld } from '../testing/reception-world.ts'
import { eachQueued } from './queue.repo.ts'
import { lockTeammate, readTeam } from './team.repo.ts'
import { listOverdue, listUnwarned } from './waiting.repo.ts'

let here: ReceptionWorld

/** 20,000 customers, few of whom wait, have an owner or are in a session. */
beforeAll(async () => {
  here = await receptionWorld({ keepUntilFileEnds: true })
  const { db, account, lin, clock } = here
  await here.setPlan('idle')
  await discardPlans(db.pool)
  await db.pool.query(
    `with people as (select gen_random_uuid() as id, n from generate_series(1, 20000) n), topics as (
       insert into topic (ent_id, id, kind, owner_id, is_private, created_at, updated_at)
       select $1, id, 'customer', id::text, true, $4, $4 from people)
     insert into customer (ent_id, id, relation_id, source, platform_user_id, reception_type, ai_off_reason, agent_id, agent_since,
       waiting_since, session_id, auto_enable_at, archive, last_message_at, first_enter_at, last_enter_at, created_at, updated_at)
     select $1, id, $2, 'douyin', id::text, 'manual', 'human_reply', case when n % 3 = 0 then $3::uuid end,
       case when n % 3 = 0 then $4::timestamptz end, case when n % 200 = 0 then $4::timestamptz - n * interval '1 s' end,
       case when n % 100 = 0 then gen_random_uuid() end, case when n % 500 = 0 then $4::timestamptz + n * interval '1 s' end,
       n % 2 = 0 and n % 200 > 0, $4::timestamptz - n * interval '1 min', $4, $4, $4, $4 from people`,
    [account.entId, account.id, lin.id, clock.now()],
  )
  await db.pool.query(
    `insert into session (ent_id, id, customer_id, relation_id, source, start_at, start_seq, end_at, last_message_at, reception_path)
     select ent_id, coalesce(session_id, gen_random_uuid()), id, relation_id, source, last_message_at, 1,
       case when session_id is null then last_message_at end, last_message_at, '{manual}' from customer`,
  )
  for (const table of ['customer', 'session', 'agent', 'reception_plan']) await db.pool.query(`analyze ${table}`)
})

type Logged = { sql: string; params: unknown[] }

/** The SQL statements that `work` sends. */
async function statements(work: () => Promise<unknown>): Promise<Logged[]> {
  const { pool } = here.db
  const logged: Logged[] = []
  const query = pool.query.bind(pool)
  const spy = (config: { text: string; values?: unknown[] }, params?: unknown[]) => {
    logged.push({ sql: config.text, params: config.values ?? params ?? [] })
    return params ? query(config, params) : query(config)
  }
  Object.assign(pool, { query: spy })
  try {
    await work()
  } finally {
    Object.assign(pool, { query })
  }
  return logged
}

async function firstOf<T>(items: AsyncIterable<T>): Promise<T | undefined> {
  for await (const item of items) return item
  return undefined
}

test.each<[string, () => Promise<unknown>]>([
  ['the queue', () => firstOf(eachQueued(here.db.sql, here.account.entId))],
  ['who waits and whose owner was not told', () => listUnwarned(here.db.sql, here.clock.now())],
  ['who has waited too long', () => listOverdue(here.db.sql, here.clock.now())],
  ['those the AI returns to', () => here.reception.work.returns.run()],
  ['those postponed until now', () => here.reception.work.postpones.run()],
  ['whom points keep from the AI, or should', () => here.reception.work.points.run()],
  ['sessions that are over', () => here.reception.work.sessionExpiry.run()],
  ['how many each agent receives now', () => readTeam(here.db.sql, here.account.entId, here.clock.now())],
  ['how many one agent receives now', () => lockTeammate(here.db.sql, here.lin.entId, here.lin.id, here.clock.now())],
])('%s is found without reading all customers', async (_what, work) => {
  const found = (await statements(work)).filter(({ sql: text }) => text.includes('customer'))

  expect(found.length).toBeGreaterThan(0)
  for (const { sql: text, params } of found) {
    const { rows } = await here.db.pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, params)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).not.toMatch(/Seq Scan on (customer|session)\b/)
  }
})
