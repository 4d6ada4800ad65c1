import { beforeAll, expect, test } from 'vitest'
import { PUBLIC_SPACE } from '../../db/schema/index.ts'
import { hashToken, newToken } from '../../platform/auth/token.ts'
import { newId } from '../../platform/ids.ts'
import { ChatPerson } from '../../testing/chat-person.ts'
import { type World, world } from '../../testing/world.ts'
import { insertToken } from '../chat-user/chat-user.repo.ts'
import { findPeople } from '../chat-user/index.ts'
import { countMembers, listMembers } from '../topic/index.ts'
import { countConversations, listConversations, type ListPage, listRemoved } from './conversation.repo.ts'

const TOPIC = `00000000-0000-7000-8000-${'0'.repeat(11)}1`
const OWNER = 'u1'

let here: World

/** Four thousand groups and as many conversations of one user, a long topic, a large group, and many others around. */
beforeAll(async () => {
  here = await world({ keepUntilFileEnds: true })
  const fill = (text: string) => here.db.pool.query(text)
  const ent = `'${PUBLIC_SPACE}'::uuid`
  const id = `('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`
  await fill(`insert into chat_user (ent_id, id, created_at, updated_at)
    select ${ent}, 'u' || n, now(), now() from generate_series(1, 20000) n`)
  await fill(`insert into topic (ent_id, id, kind, owner_id, last_seq, created_at, updated_at)
    select ${ent}, ${id}, 'group', 'u1', case when n = 1 then 20000 else 1 end, now(), now() from generate_series(1, 20000) n`)
  await fill(`insert into topic_member (ent_id, topic_id, user_id, joined_at, updated_at)
    select ${ent}, '${TOPIC}', 'u' || n, now(), now() + n * interval '1 ms' from generate_series(1, 500) n`)
  await fill(`insert into topic_member (ent_id, topic_id, user_id, joined_at, updated_at)
    select ${ent}, ${id}, 'u' || (n % 7 + 1), now(), now() from generate_series(2, 20000) n`)
  await fill(`insert into message (ent_id, topic_id, seq, id, chat_id, sender_id, content, is_readable, created_at, updated_at)
    select ${ent}, '${TOPIC}', n, gen_random_uuid(), 'c' || n, 'u1', '{"type":"text"}', true, now(), now()
    from generate_series(1, 20000) n`)
  await fill(`insert into message (ent_id, topic_id, seq, id, chat_id, sender_id, content, is_readable, created_at, updated_at)
    select ${ent}, ${id}, 1, gen_random_uuid(), 'c', 'u1', '{"type":"text"}', true, now(), now() from generate_series(2, 20000) n`)
  await fill(`insert into conversation (ent_id, owner_id, topic_id, last_message_seq, updated_at, removed_at)
    select ${ent}, 'u' || (n % 5 + 1), ${id}, 1, now() + n * interval '1 min', case when n % 10 = 0 then now() + n * interval '1 min' end
    from generate_series(1, 20000) n`)
  for (const table of ['chat_user', 'topic', 'topic_member', 'message', 'conversation', 'hidden_message'])
    await fill(`analyze ${table}`)
})

type Logged = { sql: string; params: unknown[] }

/** The SQL statements that `work` sends. */
async function statements(work: (db: World['db']['sql']) => Promise<unknown>): Promise<Logged[]> {
  const { pool } = here.db
  const logged: Logged[] = []
  const query = pool.query.bind(pool)
  const spy = (config: { text: string; values?: unknown[] }, params?: unknown[]) => {
    logged.push({ sql: config.text, params: config.values ?? params ?? [] })
    return params ? query(config, params) : query(config)
  }
  Object.assign(pool, { query: spy })
  try {
    await work(here.db.sql)
  } finally {
    Object.assign(pool, { query })
  }
  return logged
}

async function plansOf(work: Parameters<typeof statements>[0]): Promise<string[]> {
  const plans: string[] = []
  for (const { sql: text, params } of await statements(work)) {
    const { rows } = await here.db.pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, params)
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
  }
  return plans
}

/** A time `minute` minutes from now. */
const at = (minute: number) => new Date(Date.now() + minute * 60_000)

test.each<[string, Parameters<typeof statements>[0]]>([
  ['the list from the oldest', (db) => listConversations(db, PUBLIC_SPACE, OWNER, { limit: 101, order: 'oldest' })],
  [
    'its next page',
    (db) => listConversations(db, PUBLIC_SPACE, OWNER, { after: at(2000), limit: 101, order: 'oldest' }),
  ],
  [
    'the list from the newest',
    (db) => listConversations(db, PUBLIC_SPACE, OWNER, { limit: 201, order: 'newest', offset: 0 }),
  ],
  [
    'its next page',
    (db) => listConversations(db, PUBLIC_SPACE, OWNER, { before: at(9000), limit: 201, order: 'newest' }),
  ],
  ['the removed ones', (db) => listRemoved(db, PUBLIC_SPACE, OWNER, at(9000))],
  ['a page of members', (db) => listMembers(db, PUBLIC_SPACE, TOPIC, { after: at(-1000), limit: 101 })],
  ['the counts of members', (db) => countMembers(db, PUBLIC_SPACE, [TOPIC, TOPIC.replace(/1$/, '2')])],
  ['people by id', (db) => findPeople(db, PUBLIC_SPACE, ['u1', 'u2', 'u3'])],
])('%s comes by an index', async (_what, work) => {
  const plans = await plansOf(work)

  expect(plans).toHaveLength(1)
  for (const plan of plans) {
    expect(plan).not.toContain('Seq Scan')
    expect(plan).toContain('Index')
  }
})

test.each<[string, ListPage]>([
  ['from the oldest', { limit: 101, order: 'oldest' }],
  ['after a mark', { limit: 101, order: 'oldest', after: at(2000) }],
  ['from the newest', { limit: 201, order: 'newest' }],
  ['before a mark', { limit: 201, order: 'newest', before: at(9000) }],
  ['between two marks', { limit: 201, order: 'newest', after: at(2000), before: at(9000) }],
])('a page of the list %s is read in the order of its hours; only within an hour is it sorted', async (_what, page) => {
  const [plan] = await plansOf((db) => listConversations(db, PUBLIC_SPACE, OWNER, page))

  expect(plan).toContain('using conversation_updated')
  expect(plan).toMatch(/Incremental Sort[^]*Presorted Key: conversation.updated_hour/)
  expect(plan?.match(/Sort {2}\(/g)).toHaveLength(1)
})

test('the number of conversations is counted without the topics where no category is asked for', async () => {
  const [plan] = await plansOf((db) => countConversations(db, PUBLIC_SPACE, OWNER))

  expect(plan).not.toContain('Seq Scan')
  expect(plan).not.toContain('topic')
})

test('a page of history is read from its index, newest first', async () => {
  const u1 = new ChatPerson(here.address, OWNER)
  u1.token = newToken()
  const token = { userId: OWNER, tokenHash: hashToken(u1.token), id: newId<string>(here.clock.now()) }
  await insertToken(here.db.sql, { ...token, expiresAt: new Date('2100-01-01') }, here.clock.now())
  const path = `/api/chat/sync/${TOPIC.replaceAll('-', '')}`

  const plans = await plansOf(() => u1.ok(path, { lastSeq: 15_000, limit: 50 }))

  const page = plans.find((plan) => plan.includes(' on message '))
  expect(page).toContain('Index Scan Backward')
  for (const plan of plans)
    expect(plan).not.toMatch(/Seq Scan on (message|topic|topic_member|conversation|chat_user)\b/)
})
