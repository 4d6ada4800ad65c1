import type { CustomerId, Permission } from '@ruwu/contract'
import { inArray } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { customer } from '../../db/schema/index.ts'
import { fillSearch } from '../../testing/fill-search.ts'
import { plansOf } from '../../testing/plans.ts'
import { openAccount } from '../../testing/platform.ts'
import { type WorkbenchWorld, workbenchWorld } from '../../testing/workbench-world.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { findByContact, findByName } from './customer-search.repo.ts'
import { findMessages, type SearchLimits } from './find-messages.ts'

const CUSTOMERS = 2_000
const EACH = 12

let here: WorkbenchWorld

/** Threads of many customers, one of whom is Lin's; every third message asks for the price, one of them for something rare. */
const id = (n: string) => `('00000000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`

beforeAll(async () => {
  here = await workbenchWorld({ keepUntilFileEnds: true })
  const client = await here.db.pool.connect()
  const fill = (text: string) => client.query(text)
  // Without looking up what every row refers to.
  await fill('set session_replication_role = replica')
  const ent = `'${here.zhao.entId}'::uuid`
  const all = `generate_series(1, ${CUSTOMERS}) n`
  await fill(`insert into topic (ent_id, id, kind, owner_id, last_seq, created_at, updated_at)
    select ${ent}, ${id('n')}, 'customer', n::text, ${EACH}, now(), now() from ${all}`)
  await fill(`insert into customer (ent_id, id, relation_id, source, platform_user_id, name, reception_type, last_seq, last_message_at, agent_id,
      first_enter_at, last_enter_at, created_at, updated_at)
    select ${ent}, ${id('n')}, '${here.account.id}', 'douyin', n::text, '客户' || n, 'ai_agent', ${EACH}, now(),
      case when n % 1000 = 7 then '${here.lin.id}'::uuid when n % 2 = 0 then '${here.wei.id}'::uuid end, now(), now(), now(), now() from ${all}`)
  await fill(`insert into message (ent_id, topic_id, seq, id, chat_id, sender_id, content, is_readable, created_at, updated_at)
    select ${ent}, ${id('n')}, s, ${id(`n * 1000 + s`)}, s::text, n::text, jsonb_build_object('type', 'text', 'text',
      case when n = 1007 and s = 5 then '榫卯怎么做' when (n + s) % 3 = 0 then '请问价格多少' else '你好在吗' end || s),
      true, now() - interval '1 day' + s * interval '1 hour', now()
    from ${all}, generate_series(1, ${EACH}) s`)
  await fill(`insert into customer_message (ent_id, customer_id, seq, id, relation_id, sender_kind, status, updated_at)
    select ent_id, topic_id, seq, id, '${here.account.id}', 'customer', 1, now() from message where ent_id = ${ent}`)
  await fill(`insert into customer_name (ent_id, customer_id, words, grams)
    select ${ent}, ${id('n')}, '客户' || n, array_to_tsvector(array['${here.zhao.entId.slice(-8)}客户', '${here.zhao.entId.slice(-8)}户' || left(n::text, 1)])
    from ${all}`)
  await fill(`insert into lead (ent_id, id, customer_id, kind, value, normalised, state, is_primary, extractor, relation_id, reception_type, status, result,
      last_hit_at, created_at, updated_at)
    select ${ent}, ${id('n')}, ${id('n')}, 'phone', v, v, 'valid', true, 'rule', '${here.account.id}', 'ai_agent', 'new', 'new', now(), now(), now()
    from ${all}, lateral (select (13800000000 + n)::text as v) phone`)
  // Many more of somebody else's around them.
  const other = `'${here.rival.entId}'::uuid`
  const theirs = await openAccount(here, { entId: here.rival.entId })
  const more = `generate_series(100001, 120000) n`
  await fill(`insert into topic (ent_id, id, kind, owner_id, last_seq, created_at, updated_at)
    select ${other}, ${id('n')}, 'customer', n::text, 0, now(), now() from ${more}`)
  await fill(`insert into customer (ent_id, id, relation_id, source, platform_user_id, name, reception_type, last_message_at,
      first_enter_at, last_enter_at, created_at, updated_at)
    select ${other}, ${id('n')}, '${theirs.id}', 'douyin', n::text, '客户' || n, 'ai_agent', now(), now(), now(), now(), now() from ${more}`)
  await fill(`insert into customer_name (ent_id, customer_id, words, grams)
    select ${other}, ${id('n')}, '客户' || n, array_to_tsvector(array['x客户', 'x户1']) from ${more}`)
  await fill(`insert into lead (ent_id, id, customer_id, kind, value, normalised, state, is_primary, extractor, relation_id, reception_type, status, result,
      last_hit_at, created_at, updated_at)
    select ${other}, ${id('n')}, ${id('n')}, 'phone', v, v, 'valid', true, 'rule', '${theirs.id}', 'ai_agent', 'new', 'new', now(), now(), now()
    from ${more}, lateral (select (13900000000 + n)::text as v) phone`)
  await fillSearch(client)
  for (const table of ['topic', 'customer', 'message', 'customer_message', 'customer_name', 'message_search', 'lead'])
    await fill(`analyze ${table}`)
  client.release(true)
})

const caller = (who: 'lin' | 'zhao'): Caller => ({
  entId: here.zhao.entId,
  agentId: here[who].id,
  sessionId: '',
  ip: '',
  permissions: new Set<Permission>(['im:viewPage', 'customer:viewSensitive']),
  masksPhones: true,
  customerScope: who === 'zhao' ? 'all' : 'own',
  accountScope: null,
})

const LIMITS: SearchLimits = { customers: 400, messages: 20_000, maxScanned: 20_000 }
const TOP = Number.MAX_SAFE_INTEGER

const find = (who: 'lin' | 'zhao', keyword: string, area: object = {}, limits = LIMITS) =>
  findMessages(here.db.sql, caller(who), { keyword, area, below: TOP, limit: 20 }, limits)

test.each([
  ['a frequent word', 'zhao', '价格', {}],
  ['a rare word', 'zhao', '榫卯', {}],
  ['one character', 'zhao', '价', {}],
  ['a word in the threads of one’s own', 'lin', '价格', { agentId: 'lin' }],
  ['a word in the threads one may see', 'lin', '价格', {}],
  ['a word within a time', 'zhao', '价格', { from: new Date(Date.now() - 7_200_000) }],
] as const)('%s is found by indexes alone', async (_what, who, keyword, given) => {
  const area = 'agentId' in given ? { agentId: here.lin.id } : given
  const plans = await plansOf(here.db, () => find(who, keyword, area))

  expect(plans.length).toBeGreaterThan(1)
  for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on (message|message_search|customer|customer_message)\b/)
})

test.each([
  ['a name', () => findByName(here.db.sql, caller('zhao'), '户7', { limit: 20 })],
  ['a number', () => findByContact(here.db.sql, caller('zhao'), '13800001007', { limit: 20 })],
])('%s is found by indexes alone', async (_what, work) => {
  const plans = await plansOf(here.db, work)

  expect(await work()).not.toEqual([])
  for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on (customer|customer_name|lead)\b/)
})

describe('whichever way is taken', () => {
  const ways: [string, SearchLimits][] = [
    ['threads read whole', { ...LIMITS, messages: 1_000_000 }],
    ['threads too long to be read', { ...LIMITS, messages: 0 }],
    ['customers too many to be named', { ...LIMITS, customers: 0 }],
    ['pages cut short', { customers: 0, messages: 0, maxScanned: 2_000 }],
  ]

  test.each(ways)('the same is found: %s', async (_name, limits) => {
    const own = await here.db.sql
      .select({ id: customer.id })
      .from(customer)
      .where(inArray(customer.agentId, [here.lin.id]))
    const ids = new Set<CustomerId>(own.map((row) => row.id))
    const found: string[] = []
    let below = TOP
    for (;;) {
      const page = await findMessages(
        here.db.sql,
        caller('lin'),
        { keyword: '价格', area: { agentId: here.lin.id }, below, limit: 3 },
        limits,
      )
      found.push(...page.messages.map(({ customerId, seq }) => `${customerId} ${seq}`))
      if (page.nextCursor === null) break
      below = Number(page.nextCursor)
    }

    const expected = await here.db.pool.query<{ id: string; seq: number }>(
      `select replace(topic_id::text, '-', '') as id, seq from message where content->>'text' like '%价格%'`,
    )
    const wanted = expected.rows.filter((row) => ids.has(row.id as CustomerId)).map((row) => `${row.id} ${row.seq}`)
    expect(wanted.length).toBeGreaterThan(7)
    expect(new Set(found)).toEqual(new Set(wanted))
    expect(found).toHaveLength(wanted.length)
  })
})
