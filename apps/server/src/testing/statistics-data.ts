import { sql } from 'drizzle-orm'
import { fakeClock } from '@ruwu/testkit'
import { migrate } from '../db/migrate.ts'
import { createPeople } from './people.ts'
import { openAccount } from './platform.ts'
import { startNode } from './start-node.ts'

const AGENTS = 20
const ACCOUNTS = 10
/** Conversations a day; with ten messages each, 30 days hold a million messages. */
export const SESSIONS_A_DAY = 3_334
const CUSTOMERS_A_DAY = 1_000

export type StatisticsData = Awaited<ReturnType<typeof openStatisticsData>>

/** A node with an enterprise whose history grows by SQL: the facts of conversations, not their messages, which no figure reads. */
export async function openStatisticsData(databaseUrl: string) {
  await migrate(databaseUrl)
  const clock = fakeClock('2026-07-08T04:00:00Z')
  const node = await startNode(databaseUrl, clock)
  const { lin, zhao } = await createPeople(node, clock)
  const { entId } = zhao
  const run = (text: ReturnType<typeof sql>) => node.db.sql.execute(text)
  for (let n = 0; n < ACCOUNTS; n += 1)
    await openAccount({ db: node.db, clock }, { entId, source: n % 2 === 0 ? 'douyin' : 'redbook', name: `账号${n}` })
  await run(sql`insert into agent select (jsonb_populate_record(a, jsonb_build_object(
      'id', gen_random_uuid(), 'name', '客服' || n, 'telephone', '137' || lpad(n::text, 8, '0')))).*
    from agent a, generate_series(1, ${AGENTS}::int) n where a.ent_id = ${entId} and a.id = ${lin.id}`)
  await run(sql`insert into point_account (ent_id, updated_at) values (${entId}, now()) on conflict do nothing`)

  /** Adds the days from `first` to before `end`, counted back from today. */
  const addDays = async (end: number, first: number) => {
    await run(sql`drop table if exists bench_person, bench_talk`)
    await run(sql`create unlogged table bench_person as select gen_random_uuid() as id, row_number() over () as no, a.id as relation_id, a.source
      from generate_series(1, ${CUSTOMERS_A_DAY * (first - end)}::int) n join (
        select id, source, row_number() over (order by id) - 1 as no from channel_account where ent_id = ${entId}) a on a.no = n % ${ACCOUNTS}::int`)
    await run(sql`insert into topic (ent_id, id, kind, owner_id, name, is_private, created_at, updated_at)
      select ${entId}::uuid, id, 'customer', replace(id::text, '-', ''), '', true, now(), now() from bench_person`)
    await run(sql`insert into customer (ent_id, id, relation_id, source, platform_user_id, name, reception_type, ai_off_reason,
        last_message_at, first_enter_at, last_enter_at, created_at, updated_at)
      select ${entId}::uuid, id, relation_id, source, id::text, '客户' || no, 'manual', 'handoff', ${clock.now()}::timestamptz - interval '90 days',
        now(), now(), now(), now() from bench_person`)
    // Fewer at night, and most around noon.
    await run(sql`create unlogged table bench_talk as
      select gen_random_uuid() as id, t.no, p.id as customer_id, p.relation_id, p.source, t.at, t.kind,
        case when t.kind >= 7 then array[g.id] else '{}'::uuid[] end as agent_ids
      from (select n as no, (n * 7919) % 10 as kind,
          1 + (n::int8 * 104729) % ${CUSTOMERS_A_DAY * (first - end)}::int8 as person, n % ${AGENTS}::int as agent,
          date_trunc('day', ${clock.now()}::timestamptz) - (${end}::int + n % ${first - end}::int) * interval '1 day'
            - (6 + 12 * ((n * 31) % 1000) / 1000.0 + 6 * ((n * 17) % 1000) / 1000.0) * interval '1 hour' as at
        from generate_series(1, ${SESSIONS_A_DAY * (first - end)}::int) n) t
        join bench_person p on p.no = t.person
        join (select id, row_number() over (order by id) - 1 as no from agent where ent_id = ${entId} and name like '客服%') g on g.no = t.agent`)
    await run(sql`insert into session (ent_id, id, customer_id, relation_id, source, entry, start_at, start_seq, end_at, last_message_at,
        reception_path, first_agent_id, agent_ids, own_messages, human_messages, ai_messages, turns, first_own_at, first_human_at,
        first_human_by, first_human_from, last_talk_at)
      select ${entId}::uuid, id, customer_id, relation_id, source,
        case when no % 4 = 0 then jsonb_build_object('postId', 'note-' || no % 40, 'ad', jsonb_build_object('planId', 'plan-' || no % 12, 'planName', '计划' || no % 12)) end,
        at, 1, at + interval '20 minutes', at + interval '10 minutes', case when kind >= 7 then '{ai_agent,manual}'::text[] else '{ai_agent}' end,
        agent_ids[1], agent_ids, 1 + no % 5, case when kind >= 7 then 2 else 0 end, 3, 3, at,
        case when kind >= 7 then at + (30 + no % 300) * interval '1 second' end, agent_ids[1], at, at + interval '9 minutes' from bench_talk`)
    await run(sql`insert into customer_activity (ent_id, session_id, slot, customer_id, relation_id, is_first, own_messages)
      select ${entId}::uuid, id, date_bin('15 minutes', at, timestamptz '2000-01-01 00:00Z'), customer_id, relation_id, no % 3 = 0, 1 + no % 5 from bench_talk`)
    await run(sql`insert into turn (ent_id, session_id, no, customer_id, relation_id, start_at, start_seq, reply_at, reply_seq, reply_kind, reply_agent_id)
      select ${entId}::uuid, id, k, customer_id, relation_id, at + k * interval '2 minutes', k, at + k * interval '2 minutes' + (5 + (no * k) % 200) * interval '1 second', k + 1,
        case when kind >= 7 and k = 3 then 'human' else 'ai' end, case when kind >= 7 and k = 3 then agent_ids[1] end
      from bench_talk, generate_series(1, 3) k`)
    await run(sql`insert into agent_reply (ent_id, session_id, agent_id, slot, customer_id, relation_id, replies)
      select ${entId}::uuid, id, agent_ids[1], date_bin('15 minutes', at, timestamptz '2000-01-01 00:00Z'), customer_id, relation_id, 2 from bench_talk where kind >= 7`)
    await run(sql`insert into owner_change (ent_id, id, at, kind, customer_id, relation_id, session_id, agent_id)
      select ${entId}::uuid, gen_random_uuid(), at + interval '1 minute', 'receive', customer_id, relation_id, id, agent_ids[1] from bench_talk where kind >= 7`)
    await run(sql`insert into ai_run (ent_id, id, customer_id, relation_id, session_id, epoch, answered_seq, state, agent_version, generator, question, is_hit, started_at)
      select ${entId}::uuid, gen_random_uuid(), customer_id, relation_id, id, no, k, 'sent', 1, 'builtin', '', no % 5 > 0, at + k * interval '2 minutes' from bench_talk, generate_series(1, 2) k`)
    await run(sql`insert into point_ledger (ent_id, id, at, type, delta, pool, order_points, bonus_order_points, bonus_human_points, relation_id, customer_id, session_id, key)
      select ${entId}::uuid, gen_random_uuid(), at + k * interval '2 minutes', 'consume', -1, 'orderPoints', 0, 0, 0, relation_id, customer_id, id, id::text || k from bench_talk, generate_series(1, 2) k`)
    await run(sql`insert into lead (ent_id, id, customer_id, session_id, kind, value, normalised, state, is_primary, extractor, relation_id, reception_type, status, result, last_hit_at, created_at, updated_at)
      select ${entId}::uuid, gen_random_uuid(), customer_id, id, 'phone', id::text, id::text, 'valid', false, 'rule', relation_id, 'ai_agent', 'new', 'new', at, at + interval '5 minutes', at
      from bench_talk where no % 7 = 0`)
    await run(sql`drop table bench_person, bench_talk`)
    await node.reception.work.rollups.runAll()
    await run(sql`analyze`)
  }
  return { zhao, addDays, close: () => node.close() }
}
