import type { CustomerId, EntId, RelationId, TagId, TagRule } from '@ruwu/contract'
import { and, eq, sql } from 'drizzle-orm'
import type { CustomerChange } from '../../../customer/customer-change.ts'
import { visibleTo } from '../../../customer/visibility.repo.ts'
import type { Queryable } from '../../../db/database.ts'
import { array } from '../../../db/rows.ts'
import { tag } from '../../../db/schema/index.ts'
import type { Caller } from '../../../platform/http/caller.ts'

type CustomerKey = { entId: EntId; customerId: CustomerId }

/** Minutes of a check by the AI. */
const AI_CHECK = -1
/** The AI waits for the end of a burst of messages. */
const AI_DELAY_SEC = 20

/**
 * Schedules a check now, one after the silence of every rule that waits for one, and one by the AI; without such tags nothing is
 * written.
 */
export async function enqueueChecks(db: Queryable, changes: readonly CustomerChange[], now: Date): Promise<void> {
  if (changes.length === 0) return
  const column = <T>(pick: (change: CustomerChange) => T) => array(changes, pick)
  await db.execute(sql`insert into tag_check (ent_id, customer_id, minutes, due_at, from_seq)
    select distinct k.ent_id, k.customer_id, w.minutes, ${now}::timestamptz + case when w.minutes = ${AI_CHECK}
        then make_interval(secs => ${AI_DELAY_SEC}) else make_interval(mins => w.minutes) end, k.from_seq
    from unnest(${column(({ customer: row }) => row.entId)}::uuid[], ${column(({ customer: row }) => row.id)}::uuid[],
        ${column(({ before, isNew }) => (isNew ? 1 : before.lastSeq + 1))}::int8[]) as k(ent_id, customer_id, from_seq)
      join tag t on t.ent_id = k.ent_id and t.kind in ('auto', 'ai')
      cross join lateral (select case t.kind when 'ai' then ${AI_CHECK} else 0 end as minutes union select (c->>'minutes')::int
        from jsonb_array_elements(t.rule->'conditions') c where c->>'type' = 'silence') w
    on conflict (ent_id, customer_id, minutes) do update
      set due_at = excluded.due_at, from_seq = least(tag_check.from_seq, excluded.from_seq)`)
}

export async function listDueChecks(db: Queryable, now: Date, limit: number): Promise<CustomerKey[]> {
  const { rows } = await db.execute<{ ent_id: string; customer_id: string }>(sql`select ent_id, customer_id
    from (select ent_id, customer_id, due_at from tag_check
      where due_at <= ${now} and minutes <> ${AI_CHECK} order by due_at limit ${limit}) due
    group by 1, 2 order by min(due_at)`)
  return rows.map((row) => ({
    entId: row.ent_id.replaceAll('-', '') as EntId,
    customerId: row.customer_id.replaceAll('-', '') as CustomerId,
  }))
}

/** A due check: the minutes of silence it waited for, and the first message it is about. */
export type DueCheck = { minutes: number; fromSeq: number }

/** Takes the due checks of a locked customer; none when another node took them. */
export async function takeChecks(db: Queryable, { entId, customerId }: CustomerKey, now: Date): Promise<DueCheck[]> {
  const { rows } = await db.execute<DueCheck>(sql`delete from tag_check
    where ent_id = ${entId} and customer_id = ${customerId} and due_at <= ${now} and minutes <> ${AI_CHECK}
    returning minutes, from_seq::int as "fromSeq"`)
  return rows
}

/** A due check by the AI, as it was read. */
export type DueJudgement = CustomerKey & { fromSeq: number; dueAt: string }

/** The longest due ones, a few of each enterprise. */
export async function listDueJudgements(
  db: Queryable,
  now: Date,
  { limit, perEnterprise }: { limit: number; perEnterprise: number },
): Promise<DueJudgement[]> {
  const { rows } = await db.execute<{ entId: string; customerId: string; fromSeq: number; dueAt: string }>(sql`
    select ent_id as "entId", customer_id as "customerId", from_seq::int as "fromSeq", due_at::text as "dueAt"
    from (select *, row_number() over (partition by ent_id order by due_at) as place
      from tag_check where due_at <= ${now} and minutes = ${AI_CHECK}) due
    where place <= ${perEnterprise} order by due_at limit ${limit}`)
  return rows.map((row) => ({
    ...row,
    entId: plain(row.entId) as EntId,
    customerId: plain(row.customerId) as CustomerId,
  }))
}

/** Takes a check by the AI; false when another node took it, or a message that came meanwhile has postponed it. */
export async function takeJudgement(db: Queryable, { entId, customerId, dueAt }: DueJudgement): Promise<boolean> {
  const { rowCount } = await db.execute(sql`delete from tag_check
    where ent_id = ${entId} and customer_id = ${customerId} and minutes = ${AI_CHECK} and due_at = ${dueAt}::timestamptz`)
  return rowCount === 1
}

export const listAiTags = (db: Queryable, entId: EntId): Promise<{ id: TagId; aiPrompt: string }[]> =>
  db
    .select({ id: tag.id, aiPrompt: tag.aiPrompt })
    .from(tag)
    .where(and(eq(tag.entId, entId), eq(tag.kind, 'ai')))
    .orderBy(tag.position, tag.id)

export async function listRules(db: Queryable, entId: EntId): Promise<{ id: TagId; rule: TagRule }[]> {
  const rows = await db
    .select({ id: tag.id, rule: tag.rule })
    .from(tag)
    .where(and(eq(tag.entId, entId), eq(tag.kind, 'auto')))
    .orderBy(tag.position, tag.id)
  return rows.flatMap(({ id, rule }) => (rule ? [{ id, rule }] : []))
}

/** Texts of the customer's own messages from a place on, newest first; so many messages are looked at. */
const textsOf = (c: { entId: unknown; id: unknown; lastSeq: unknown; fromSeq: unknown }, looked: number) => sql`
  select m.content->>'text' as text, m.seq::int as seq from message m
    join customer_message cm on cm.ent_id = m.ent_id and cm.customer_id = m.topic_id and cm.seq = m.seq
  where m.ent_id = ${c.entId} and m.topic_id = ${c.id} and m.seq > ${c.lastSeq}::int8 - ${looked}::int and m.seq >= ${c.fromSeq}::int8
    and cm.sender_kind = 'customer' and m.content->>'type' = 'text' and not m.is_recalled
  order by m.seq desc`

export async function readTexts(
  db: Queryable,
  place: { entId: EntId; id: CustomerId; lastSeq: number; fromSeq: number },
  looked: number,
): Promise<{ text: string; seq: number }[]> {
  const { rows } = await db.execute<{ text: string; seq: number }>(textsOf(place, looked))
  return rows
}

export type RecentCustomer = {
  id: CustomerId
  name: string
  remark: string
  relationId: RelationId
  tagIds: TagId[]
  lastInboundAt: Date
  texts: string[]
}

const plain = (uuid: string) => uuid.replaceAll('-', '')

/**
 * Customers with a message since then whom the caller may see, newest first, with the texts of that period. The conditions on `archive`
 * and `last_message_at` follow from the others: with them the index customer_latest gives the period.
 */
export async function listRecentCustomers(
  db: Queryable,
  caller: Caller,
  { since, limit, looked }: { since: Date; limit: number; looked: number },
): Promise<RecentCustomer[]> {
  const period = sql`(select coalesce(min(f.seq), c.last_seq + 1) from message f where f.ent_id = c.ent_id and f.topic_id = c.id
    and f.seq > c.last_seq - ${looked}::int and f.created_at >= ${since})`
  const place = { entId: sql`c.ent_id`, id: sql`c.id`, lastSeq: sql`c.last_seq`, fromSeq: period }
  type Row = Omit<RecentCustomer, 'lastInboundAt'> & { lastInboundAt: number }
  const { rows } =
    await db.execute<Row>(sql`select c.id, c.name, c.remark, c.relation_id as "relationId", c.tag_ids as "tagIds",
      (extract(epoch from c.last_inbound_at) * 1000)::float8 as "lastInboundAt", array(select t.text from (${textsOf(place, looked)}) t) as texts
    from (select * from customer where ent_id = ${caller.entId} and archive = any('{f,t}')
        and last_message_at >= ${since} and last_inbound_at >= ${since} and erased_at is null and ${visibleTo(caller) ?? sql`true`}
      order by last_inbound_at desc, id limit ${limit}) c
    order by c.last_inbound_at desc, c.id`)
  return rows.map((row) => ({
    ...row,
    id: plain(row.id) as CustomerId,
    relationId: plain(row.relationId) as RelationId,
    tagIds: row.tagIds.map((id) => plain(id) as TagId),
    lastInboundAt: new Date(row.lastInboundAt),
  }))
}
