import type { EntId } from '@ruwu/contract'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Client, ClientBase } from 'pg'
import { refreshTouched } from '../list/bitmap-refresh.repo.ts'
import { fillSearch } from './fill-search.ts'

/** Total rows. The measured enterprise has a tenth of the customers and more than half of the messages. */
export type Size = {
  customers: number
  messages: number
  /** Leads of the measured enterprise. */
  leads?: number
}

/** The first is the measured enterprise; rows of the others lie between its rows. */
export const ENTERPRISES = 10
const AGENTS = 20
const MAINS = 10
const SUBS = 15
const ACCOUNTS = MAINS + SUBS
const TAGS = 30
const SENTENCES = 1000
/** Messages of every customer; those of the measured enterprise have more. */
const SAID_BY_ALL = 5
/** Messages of the longest thread. */
const LONGEST = 20_000

/** Search words: in every third message; in one of a hundred thousand. */
export const FREQUENT_WORD = '价格'
export const RARE_WORD = '榫卯'
const RARE_SHARE = 0.000_01

const id = (kind: string, n: string) => `('01990000-0000-7000-8${kind}-' || lpad(to_hex(${n}), 12, '0'))::uuid`
/** Deterministic uniform number below 1, by hash of number and salt. */
const chance = (n: string, salt: number) => `((hashint8extended(${n}, ${salt}) & 1048575) / 1048576::float8)`
const accountId = (ent: string, n: string) => id('c00', `${ent} * ${ACCOUNTS} + ${n}`)
const tagId = (ent: string, n: string) => id('b00', `${ent} * ${TAGS} + ${n}`)

/** Ids of the measured enterprise's tags, accounts and longest thread. */
export const askedIds = async (client: ClientBase) => {
  const list = async (text: string) => (await client.query<{ id: string }>(text)).rows.map((row) => row.id)
  const numbers = (count: number) => `generate_series(0, ${count - 1}) n order by n`
  return {
    tagIds: await list(`select replace(${tagId('0', 'n')}::text, '-', '') as id from ${numbers(TAGS)}`),
    accountIds: await list(`select replace(${accountId('0', 'n')}::text, '-', '') as id from ${numbers(ACCOUNTS)}`),
    /** A day with few messages and no first entry of a customer. */
    quietDay: (await list(`select to_char(now() - interval '100 days', 'YYYY-MM-DD') as id`))[0] ?? '',
    longestThread: (await list(`select replace(${id('d00', '0')}::text, '-', '') as id`))[0] ?? '',
  }
}

/**
 * Fills a large workbench in few statements: customers of every kind with tags, seats and names, messages, and the search index.
 * The enterprise and some of its agents exist already.
 */
export async function fillWorkbench(client: ClientBase, entId: EntId, size: Size): Promise<void> {
  const run = (text: string) => client.query(text)
  await run('discard plans')
  await run(`create table bench_ent as select 0 as no, '${entId}'::uuid as id
    union all select n, md5('enterprise ' || n)::uuid from generate_series(1, ${ENTERPRISES - 1}) n`)
  await addPeople(run)
  await addAccounts(run)
  await bare(client, ['topic', 'customer', 'customer_tag', 'customer_name', 'customer_seat'], async () => {
    await addCustomers(run, size)
    await addSeats(run)
  })
  if (size.leads) await bare(client, ['lead'], () => addLeads(run, size))
  await run(
    'insert into customer_touched (ent_id, customer_id) select c.ent_id, c.id from customer c join bench_ent e on e.id = c.ent_id',
  )
  await makeSets(client)
  await bare(client, ['message', 'customer_message'], () => addMessages(run, size))
  await bare(client, ['message_search'], () => fillSearch(client))
  for (const table of ['bench_ent', 'bench_agent', 'bench_customer', 'bench_sentence']) await run(`drop table ${table}`)
  await run('vacuum analyze')
}

type Run = (text: string) => Promise<unknown>

/** Fills these tables without their indexes, keys and triggers, which come back afterwards: a tenth of the time. */
async function bare(client: ClientBase, tables: string[], fill: () => Promise<void>): Promise<void> {
  const list = async (text: string) => (await client.query<{ drop: string; make: string }>(text, [tables])).rows
  const foreign = await list(`select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s not valid', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
    from pg_constraint where contype = 'f' and (conrelid = any($1::regclass[]) or confrelid = any($1::regclass[]))`)
  const keys = await list(`select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
    from pg_constraint where contype in ('p', 'u') and conrelid = any($1::regclass[])`)
  const indexes =
    await list(`select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as make
    from pg_index where indrelid = any($1::regclass[])
      and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))`)
  for (const { drop } of [...foreign, ...keys, ...indexes]) await client.query(drop)
  await client.query('set session_replication_role = replica')
  await fill()
  await client.query('set session_replication_role = origin')
  await client.query(`set maintenance_work_mem = '512MB'`)
  for (const { make } of [...keys, ...indexes, ...foreign]) await client.query(make)
}

/** As the worker would have done from the first customer on. */
async function makeSets(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ id: EntId }>('select id from bench_ent')
  for (const { id: entId } of rows)
    for (let taken = 1; taken > 0;)
      taken = await drizzle(client as Client).transaction((tx) => refreshTouched(tx, entId))
}

/** Some came long ago, some lately. */
async function addPeople(run: Run): Promise<void> {
  await run(`insert into enterprise (id, name, created_at) select id, '企业' || no, now() from bench_ent where no > 0`)
  await run(`insert into point_account (ent_id, bonus_human_points, updated_at)
    select id, 1000, now() from bench_ent on conflict do nothing`)
  await run(`insert into role (ent_id, id, name, permissions, customer_scope, created_at, updated_at)
    select id, ${id('a00', 'no')}, '接待', '{im:viewPage}', 'own', now(), now() from bench_ent`)
  await run(`update agent set created_at = now() - interval '300 days' where ent_id in (select id from bench_ent)`)
  await run(`insert into agent (ent_id, id, role_id, name, telephone, password_hash, created_at, updated_at)
    select e.id, ${id('a01', `e.no * ${AGENTS} + n`)}, ${id('a00', 'e.no')}, '客服' || n, '2' || lpad((e.no * 1000 + n)::text, 10, '0'), '',
      now() - n * interval '15 days', now()
    from bench_ent e, generate_series(1, ${AGENTS}) n
    where n <= ${AGENTS} - (select count(*) from agent a where a.ent_id = e.id)`)
  await run(`create table bench_agent as
    select a.ent_id, a.id, r.customer_scope = 'all' as sees_all, row_number() over (partition by a.ent_id order by a.telephone)::int - 1 as no
    from agent a join role r on r.ent_id = a.ent_id and r.id = a.role_id where a.ent_id in (select id from bench_ent)`)
  await run(`insert into tag (ent_id, id, name, color, kind, created_at, updated_at)
    select e.id, ${tagId('e.no', 'n')}, '标签' || n, 'blue', 'manual', now(), now() from bench_ent e, generate_series(0, ${TAGS - 1}) n`)
}

/** Half of the main accounts have sub-accounts. */
async function addAccounts(run: Run): Promise<void> {
  const columns =
    'ent_id, id, source, account_type, parent_id, platform_id, name, open_status, setting, bound_at, created_at, updated_at'
  await run(`insert into channel_account (${columns})
    select e.id, ${accountId('e.no', 'n')}, case when n % 2 = 0 then 'redbook' else 'douyin' end, 'CORP', null, 'main-' || e.no || '-' || n,
      '主号' || n, 'open', '{}', now(), now(), now() from bench_ent e, generate_series(0, ${MAINS - 1}) n`)
  await run(`insert into channel_account (${columns})
    select e.id, ${accountId('e.no', 'n')}, 'redbook', 'KOS', ${accountId('e.no', `(n % ${MAINS / 2}) * 2`)}, 'sub-' || e.no || '-' || n,
      '子号' || n, 'open', '{}', now(), now(), now() from bench_ent e, generate_series(${MAINS}, ${ACCOUNTS - 1}) n`)
}

const SURNAMES = '赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜'
const GIVEN = '小明红丽芳静敏伟强磊洋艳勇军杰娟涛超霞平刚桂英华玉兰萍鹏飞雪梅琳晨阳子轩雨泽浩宇思远可欣怡佳木子语'
const letter = (text: string, salt: number) =>
  `substr('${text}', 1 + floor(${chance('b.n', salt)} * ${text.length})::int, 1)`

/**
 * More than half are archived, half are unassigned, half are received by the AI. One tag is on three of four customers, the others on
 * fewer and fewer; every seventh has a lead, every fourth came by an advertisement, one in seventeen waits.
 */
async function addCustomers(run: Run, { customers, messages }: Size): Promise<void> {
  const c = (salt: number) => chance('n', salt)
  const more = 2 * ((messages / customers) * ENTERPRISES - SAID_BY_ALL * ENTERPRISES)
  await run(`create table bench_customer as
    select n, n % ${ENTERPRISES} as ent_no, e.id as ent_id, ${id('d00', 'n')} as id,
      floor(power(${c(1)}, 2) * ${ACCOUNTS})::int as account,
      case when ${c(2)} < 0.5 then floor(${c(3)} * ${AGENTS})::int end as agent,
      ${c(4)} < 0.55 as archive,
      case when ${c(5)} < 0.5 then 'ai_agent' when ${c(5)} < 0.55 then 'workflow' else 'manual' end as reception_type,
      (array['human_reply', 'agent_toggle', 'handoff', 'error', 'channel_off', 'schedule'])[1 + floor(${c(6)} * 6)::int] as off_reason,
      ${c(7)} < 0.06 as is_waiting,
      case when ${c(8)} < 0.15 then (array['new', 'following', 'added', 'won', 'invalid'])[1 + floor(${c(9)} * 5)::int] end as lead_status,
      case when ${c(10)} < 0.02 then 2 when ${c(10)} < 0.8 then 1 end as outbound_status,
      ${c(11)} < 0.25 as by_ad,
      now() - power(${c(12)}, 3) * interval '250 days' as last_at,
      now() - interval '260 days' + n * interval '1 ms' as created_at,
      case when n = 0 then ${LONGEST} when n % ${ENTERPRISES} = 0 then ${SAID_BY_ALL} + floor(${c(13)} * ${more})::int else ${SAID_BY_ALL} end as said
    from generate_series(0, ${customers - 1}) n join bench_ent e on e.no = n % ${ENTERPRISES}`)
  await run('analyze bench_customer')
  await run(`insert into topic (ent_id, id, kind, owner_id, name, is_private, last_seq, created_at, updated_at)
    select ent_id, id, 'customer', replace(id::text, '-', ''), '', true, said, created_at, last_at from bench_customer order by n`)
  await run(`insert into customer (ent_id, id, relation_id, source, platform_user_id, name, remark, by_ad, tag_ids, lead_status, agent_id,
      reception_type, ai_off_reason, archive, waiting_since, last_seq, last_message, last_message_seq, last_message_at, last_inbound_at,
      last_inbound_seq, inbound_count, last_outbound_status, first_enter_at, last_enter_at, created_at, updated_at)
    select b.ent_id, b.id, a.id, a.source, 'user-' || b.n, ${letter(SURNAMES, 20)} || ${letter(GIVEN, 21)} || ${letter(GIVEN, 22)},
      case when ${chance('b.n', 23)} < 0.1 then ${letter(GIVEN, 24)} || ${letter(GIVEN, 25)} || '老师' else '' end,
      b.by_ad, coalesce(t.ids, '{}'), b.lead_status, g.id, b.reception_type, case when b.reception_type <> 'ai_agent' then b.off_reason end,
      b.archive, case when b.is_waiting then b.last_at end, b.said,
      jsonb_build_object('type', 'text', 'text', '请问这个柜子有现货吗', 'senderKind', 'customer', 'agentId', null, 'status', 1, 'createdAt',
        to_char(b.last_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
      b.said, b.last_at, b.last_at - ((b.said + 1) % 2) * interval '1 min', b.said - (b.said + 1) % 2, (b.said + 1) / 2, b.outbound_status,
      b.created_at, b.last_at, b.created_at, b.last_at
    from bench_customer b
      join channel_account a on a.ent_id = b.ent_id and a.id = ${accountId('b.ent_no', 'b.account')}
      left join bench_agent g on g.ent_id = b.ent_id and g.no = b.agent
      cross join lateral (select array_agg(${tagId('b.ent_no', 'k')}) as ids from generate_series(0, ${TAGS - 1}) k
        where ${chance(`b.n * ${TAGS} + k`, 30)} < 0.75 / power(k + 1::float8, 1.5::float8)) t
    order by b.n`)
  await run(`insert into customer_tag (ent_id, customer_id, tag_id, bound_at)
    select c.ent_id, c.id, unnest(c.tag_ids), c.created_at from customer c join bench_customer b on b.ent_id = c.ent_id and b.id = c.id`)
  await run(`insert into customer_name (ent_id, customer_id, words, grams)
    select c.ent_id, c.id, c.name || chr(31) || c.remark, array_to_tsvector(array(
      select distinct right(replace(c.ent_id::text, '-', ''), 8) || substr(text, n, length)
      from unnest(array[c.name, c.remark]) text, generate_series(1, char_length(text)) n, generate_series(1, 2) length))
    from customer c join bench_customer b on b.ent_id = c.ent_id and b.id = c.id order by b.n`)
}

/** Owners have opened their customers, supervisors some of all. One in twenty has something unread. */
async function addSeats(run: Run): Promise<void> {
  const read = (salt: number) =>
    `case when ${chance('b.n', salt)} < 0.05 then c.inbound_count - 1 else c.inbound_count end`
  await run(`insert into customer_seat (ent_id, agent_id, customer_id, read_seq, read_inbound, sticky, is_star, updated_at)
    select c.ent_id, c.agent_id, c.id, c.last_seq, ${read(40)}, ${chance('b.n', 41)} < 0.002, ${chance('b.n', 42)} < 0.02, now()
    from customer c join bench_customer b on b.ent_id = c.ent_id and b.id = c.id where c.agent_id is not null order by b.n`)
  await run(`insert into customer_seat (ent_id, agent_id, customer_id, read_seq, read_inbound, updated_at)
    select c.ent_id, g.id, c.id, c.last_seq, ${read(43)}, now()
    from customer c join bench_customer b on b.ent_id = c.ent_id and b.id = c.id join bench_agent g on g.ent_id = c.ent_id and g.sees_all
    where ${chance('b.n', 44)} < 0.05 and c.agent_id is distinct from g.id order by b.n`)
}

/** Of every status and kind, every tenth a repetition of an earlier customer's. */
async function addLeads(run: Run, { customers, leads = 0 }: Size): Promise<void> {
  const most = Math.ceil((leads * ENTERPRISES) / customers)
  const no = `(b.n::int8 * ${most} + k)`
  const earlier = `case when b.n >= ${ENTERPRISES} and ${chance(no, 70)} < 0.1 then ${no} - ${ENTERPRISES * most} else ${no} end`
  const status = `(array['new', 'following', 'added', 'won', 'invalid'])[1 + floor(${chance(no, 71)} * 5)::int]`
  await run(`insert into lead (ent_id, id, customer_id, kind, value, normalised, state, is_primary, extractor, relation_id, owner_id, agent_id,
      reception_type, status, reason, result, last_hit_at, dup_of, created_at, updated_at)
    select c.ent_id, l.id, c.id, kind, contact, contact, 'valid', k < 2, 'rule', c.relation_id, c.agent_id, c.agent_id, c.reception_type, status,
      case when status = 'invalid' then '空号' end, case when dup_of is null then 'new' else 'exists' end,
      at + interval '10 minutes', dup_of, at, at
    from bench_customer b
      join customer c on c.ent_id = b.ent_id and c.id = b.id
      cross join generate_series(0, ${most - 1}) k
      cross join lateral (select ${id('e00', no)} as id, ${status} as status, ${earlier} as first,
        b.last_at - k * interval '1 hour' as at) l
      cross join lateral (select case when k % 2 = 0 then 'phone' else 'wechat' end as kind,
        case when k % 2 = 0 then '13' || lpad(first::text, 9, '0') else 'wx_' || first end as contact,
        case when first <> ${no} then ${id('e00', 'first')} end as dup_of) v
    where b.ent_no = 0 order by b.n`)
}

const WORDS =
  '柜子 衣柜 书架 餐桌 实木 尺寸 安装 送货 客厅 卧室 设计 颜色 板材 环保 定制 量房 报价 工期 保修 优惠'.split(' ')

/** Round by round, one message of every thread that is still longer: rows of a thread are scattered on disk as in production. */
async function addMessages(run: Run, { customers, messages }: Size): Promise<void> {
  const word = (salt: number) =>
    `(array['${WORDS.join("','")}'])[1 + floor(${chance('n', salt)} * ${WORDS.length})::int]`
  await run(`create table bench_sentence as select n as no, case when n = ${SENTENCES} then '想看${RARE_WORD}的做法'
      when n % 3 = 0 then '请问' || ${word(50)} || '的${FREQUENT_WORD}' || n else ${word(51)} || '和' || ${word(52)} || '怎么选' || n end as text
    from generate_series(0, ${SENTENCES}) n`)
  const more = 2 * ((messages / customers) * ENTERPRISES - SAID_BY_ALL * ENTERPRISES)
  const rounds = SAID_BY_ALL + Math.ceil(more)
  for (let round = 1; round <= rounds; round += 1)
    await say(run, `bench_customer b, lateral (select ${round} as seq) r where b.said >= ${round}`)
  await say(run, `bench_customer b, generate_series(${rounds + 1}, ${LONGEST}) r(seq) where b.n = 0`)
}

async function say(run: Run, who: string): Promise<void> {
  const no = 'b.n::int8 * 32768 + r.seq'
  const sentence = `case when ${chance(no, 60)} < ${RARE_SHARE} then ${SENTENCES} else (hashint8extended(${no}, 61) & 1048575) % ${SENTENCES} end`
  const mine = `replace(b.id::text, '-', '')`
  await run(`with said as (
      select b.ent_id, b.id as customer_id, r.seq, ${id('f00', no)} as id, ${sentence} as sentence, r.seq % 2 = 1 as is_own, b.ent_no, b.account,
        ${mine} as sender, b.last_at - (b.said - r.seq) * interval '1 min' as at
      from ${who}
    ), stored as (
      insert into message (ent_id, topic_id, seq, id, chat_id, sender_id, content, is_readable, created_at, updated_at)
      select d.ent_id, d.customer_id, d.seq, d.id, replace(d.id::text, '-', ''), case when d.is_own then d.sender else 'ai' end,
        jsonb_build_object('type', 'text', 'text', s.text), true, d.at, d.at
      from said d join bench_sentence s on s.no = d.sentence
    )
    insert into customer_message (ent_id, customer_id, seq, id, relation_id, sender_kind, platform_message_id, platform_time, status, updated_at)
    select ent_id, customer_id, seq, id, ${accountId('ent_no', 'account')}, case when is_own then 'customer' else 'ai' end,
      'p' || id::text, at, 1, at from said`)
}
