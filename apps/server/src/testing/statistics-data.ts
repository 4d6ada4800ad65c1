import { exportApi, receptionPlanApi, type SessionPageBody, type TagId } from '@ruwu/contract'
import { fakeClock } from '@ruwu/testkit'
import { type SQL, sql } from 'drizzle-orm'
import { migrate } from '../db/migrate.ts'
import { refreshBitmaps } from '../list/index.ts'
import { newId } from '../platform/ids.ts'
import { createPeople } from './people.ts'
import { planFields } from './plan-fields.ts'
import { openAccount, Platform } from './platform.ts'
import { startNode } from './start-node.ts'

const AGENTS = 20
const TAGS = 5
const ACCOUNTS = 10
/** Conversations a day; with ten messages each, 30 days hold a million messages. */
export const SESSIONS_A_DAY = 3_334
const CUSTOMERS_A_DAY = 1_000
/** One of so many has the tag of few. */
const CUSTOMERS_OF_FEW = 200

export type StatisticsData = Awaited<ReturnType<typeof openStatisticsData>>

/** A node with an enterprise whose history grows by SQL: the facts of conversations, not their messages, which no figure reads. */
export async function openStatisticsData(databaseUrl: string, consoleDir?: string) {
  await migrate(databaseUrl)
  const clock = fakeClock('2026-07-08T04:00:00Z')
  const node = await startNode(databaseUrl, clock, undefined, { consoleDir })
  const { lin, zhao, hire } = await createPeople(node, clock)
  const { entId } = zhao
  const run = (text: SQL) => node.db.sql.execute(text)
  const accounts: Awaited<ReturnType<typeof openAccount>>[] = []
  for (let n = 0; n < ACCOUNTS; n += 1)
    accounts.push(
      await openAccount(
        { db: node.db, clock },
        { entId, source: n % 2 === 0 ? 'douyin' : 'redbook', name: `账号${n}` },
      ),
    )
  // The clocks of 仅接待时间 stand still at night.
  const accountIds = accounts.slice(1).map(({ id }) => id)
  await zhao.call(receptionPlanApi.save, { body: planFields({ accountIds }) })
  // Sees own customers and those without an owner.
  const reader = await hire('看数', ['im:viewPage', 'statistics:viewPage'])
  await reader.signIn()
  // For a browser, which signs in by itself.
  const viewer = await hire('看图', 'admin')
  const tagIds = Array.from({ length: TAGS }, () => newId<TagId>(clock.now()))
  const fewTagId = newId<TagId>(clock.now())
  for (const [n, id] of [...tagIds, fewTagId].entries())
    await run(sql`insert into tag (ent_id, id, name, color, kind, created_at, updated_at)
      values (${entId}, ${id}, ${`标签${n}`}, 'blue', 'manual', now(), now())`)
  await run(sql`insert into agent select (jsonb_populate_record(a, jsonb_build_object(
      'id', gen_random_uuid(), 'name', '客服' || n, 'telephone', '137' || lpad(n::text, 8, '0')))).*
    from agent a, generate_series(1, ${AGENTS}::int) n where a.ent_id = ${entId} and a.id = ${lin.id}`)
  await run(sql`insert into point_account (ent_id, updated_at) values (${entId}, now()) on conflict do nothing`)

  /**
   * Adds conversations of the days from `first` to before `end`, counted back from today, so many times as many. Without triggers, of
   * which each would look at each row: what they mark is marked at the end.
   */
  const addDays = (end: number, first: number, times = 1) =>
    node.db.transaction(async ({ sql: db }) => {
      const run = (text: SQL) => db.execute(text)
      await run(sql`set local session_replication_role = replica`)
      await fill(run, { end, first, times })
      await run(sql`insert into stat_dirty (ent_id, hour) select ${entId}::uuid, h from generate_series(
        date_trunc('day', ${clock.now()}::timestamptz) - ${first + 1}::int * interval '1 day', ${clock.now()}::timestamptz, interval '1 hour') h`)
    })

  const fill = async (
    run: (text: SQL) => Promise<unknown>,
    { end, first, times }: { end: number; first: number; times: number },
  ) => {
    const people = Math.round(CUSTOMERS_A_DAY * (first - end) * times)
    const talks = Math.round(SESSIONS_A_DAY * (first - end) * times)
    await run(sql`drop table if exists bench_person, bench_talk`)
    await run(sql`create unlogged table bench_person as select gen_random_uuid() as id, row_number() over () as no, a.id as relation_id, a.source
      from generate_series(1, ${people}::int) n join (
        select id, source, row_number() over (order by id) - 1 as no from channel_account where ent_id = ${entId}) a on a.no = n % ${ACCOUNTS}::int`)
    await run(sql`insert into topic (ent_id, id, kind, owner_id, name, is_private, created_at, updated_at)
      select ${entId}::uuid, id, 'customer', replace(id::text, '-', ''), '', true, now(), now() from bench_person`)
    await run(sql`insert into customer (ent_id, id, relation_id, source, platform_user_id, name, reception_type, ai_off_reason,
        last_message_at, first_enter_at, last_enter_at, created_at, updated_at, agent_id, tag_ids)
      select ${entId}::uuid, id, relation_id, source, id::text, '客户' || no, 'manual', 'handoff', ${clock.now()}::timestamptz - interval '90 days',
        now(), now(), now(), now(), case when no % 2 = 0 then agent_id end,
        case when no % 3 = 0 then array[(${sql.param(tagIds)}::uuid[])[1 + no % ${TAGS}::int]]
          when no % ${CUSTOMERS_OF_FEW}::int = 1 then array[${fewTagId}::uuid] else '{}' end
      from bench_person left join (select id as agent_id, row_number() over (order by id) - 1 as nth from agent where ent_id = ${entId}) g
        on g.nth = no / 2 % ${AGENTS}::int`)
    await run(sql`insert into customer_tag (ent_id, customer_id, tag_id, bound_at)
      select ent_id, id, tag_ids[1], ${clock.now()}::timestamptz - interval '3 days' from customer
      where ent_id = ${entId} and tag_ids <> '{}' and id in (select id from bench_person)`)
    await run(sql`insert into customer_touched (ent_id, customer_id) select ${entId}::uuid, id from bench_person`)
    // Fewer at night, and most around noon.
    await run(sql`create unlogged table bench_talk as
      select gen_random_uuid() as id, t.no, p.id as customer_id, p.relation_id, p.source, t.at, t.kind,
        case when t.kind >= 7 then array[g.id] else '{}'::uuid[] end as agent_ids
      from (select n as no, (n * 7919) % 10 as kind,
          1 + (n::int8 * 104729) % ${people}::int8 as person, n % ${AGENTS}::int as agent,
          date_trunc('day', ${clock.now()}::timestamptz) - (${end}::int + n % ${first - end}::int) * interval '1 day'
            - (6 + 12 * ((n * 31) % 1000) / 1000.0 + 6 * ((n * 17) % 1000) / 1000.0) * interval '1 hour' as at
        from generate_series(1, ${talks}::int) n) t
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
    await run(sql`insert into ai_run_message (ent_id, message_id, run_id, index, rating)
      select ${entId}::uuid, gen_random_uuid(), r.id, 0, case when t.no % 10 = 0 then case when t.no % 30 = 0 then 'bad' else 'good' end end
      from bench_talk t join ai_run r on r.ent_id = ${entId} and r.customer_id = t.customer_id and r.session_id = t.id`)
    await run(sql`insert into card_send (ent_id, message_id, customer_id, relation_id, session_id, agent_id, card_id, type, sent_at)
      select ${entId}::uuid, gen_random_uuid(), customer_id, relation_id, id, agent_ids[1], 'card', 'contact', at + interval '3 minutes'
      from bench_talk where no % 5 = 0`)
    await run(sql`insert into follow_up_send (ent_id, message_id, customer_id, relation_id, session_id, sent_at, woken_at)
      select ${entId}::uuid, gen_random_uuid(), customer_id, relation_id, id, at + interval '1 hour', case when no % 3 = 0 then at + interval '2 hours' end
      from bench_talk where no % 10 = 1`)
    await run(sql`drop table bench_person, bench_talk`)
  }

  const settle = async () => {
    await run(sql`analyze`)
    await node.reception.work.rollups.runAll()
    await refreshBitmaps(node.db, 1)
    await run(sql`vacuum analyze`)
  }

  /** Exports 会话明细 and answers how many rows the file has. */
  const exportSessions = async (filters: SessionPageBody) => {
    const { exportId } = await zhao.call(exportApi.create, { body: { type: 'session', filters, format: 'xlsx' } })
    return async () => {
      await node.reception.work.exports.run()
      const { items } = await zhao.call(exportApi.list, { body: {} })
      const item = items.find((each) => each.exportId === exportId)
      return item?.status === 'done' ? item.rows : 0
    }
  }

  const platform = new Platform({ clock, reception: node.reception })
  /** Customers write: stored calls are applied as the worker does. */
  const receive = async (from: number, messages: number) => {
    const [account] = accounts
    for (let n = from; n < from + messages; n += 1) {
      clock.advance(10)
      await platform.tell(platform.text(account!, `来信${n % 500}`, `第 ${n} 句`))
    }
    await platform.settle()
  }
  /** Switches off, or on again, everything that marks hours for the rollups; the hour of the pause is marked at its end. */
  const setMarks = async (isOn: boolean) => {
    await run(sql`do $$ declare t record; begin
      for t in select tgname, tgrelid::regclass as tab from pg_trigger where tgname ~ '_stat_(insert|update|delete)$' loop
        execute format('alter table %s ${sql.raw(isOn ? 'enable' : 'disable')} trigger %I', t.tab, t.tgname);
      end loop; end $$`)
    if (isOn)
      await run(sql`insert into stat_dirty (ent_id, hour)
        values (${entId}, date_trunc('hour', ${clock.now()}::timestamptz, 'UTC'))`)
  }

  const { rollups } = node.reception.work
  return {
    zhao,
    reader,
    viewer,
    url: `http://${node.address}`,
    tagIds,
    fewTagId,
    addDays,
    settle,
    exportSessions,
    receive,
    setMarks,
    rollups,
    close: () => node.close(),
  }
}
