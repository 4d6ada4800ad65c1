import type { EntId, PlanId, RelationId } from '@ruwu/contract'
import { addDays, type CalendarDay, DEFAULT_TIME_ZONE, formatDay, startOfDay, zonedTime } from '@ruwu/domain'
import { and, count, countDistinct, eq, gte, inArray, type SQL, sql } from 'drizzle-orm'
import { hosting, hostingVersion } from '../../customer/account-reception.repo.ts'
import { visibleTo } from '../../customer/visibility.repo.ts'
import type { Queryable } from '../../db/database.ts'
import { planColumn } from '../../db/effective-plan.ts'
import {
  aiAgent,
  aiAgentVersion,
  channelAccount,
  channelDay,
  customer,
  customerActivity,
  knowledge,
  material,
  receptionPlan,
} from '../../db/schema/index.ts'
import { isInUse } from '../../engine/retrieval/index.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { AccountKey, AccountRow } from './account.repo.ts'

/** Whether the caller sees the customer of a row; undefined: all of them. An erased one is seen by who sees all. */
function isSeen(caller: Caller, customerId: SQL): SQL | undefined {
  const visible = visibleTo(caller)
  return (
    visible &&
    sql`exists (select 1 from customer where customer.ent_id = ${caller.entId} and customer.id = ${customerId}
      and customer.erased_at is null and ${visible})`
  )
}

export type Figures = { todayEnter: number; customers: number }

/** Customers who entered today and total customers per account, as far as the caller sees them. */
export async function readFigures(
  db: Queryable,
  caller: Caller,
  timeZone: string,
  now: Date,
): Promise<(id: RelationId) => Figures> {
  const { entId } = caller
  const enters = await db
    .select({ id: customerActivity.relationId, people: countDistinct(customerActivity.customerId) })
    .from(customerActivity)
    .where(
      and(
        eq(customerActivity.entId, entId),
        gte(customerActivity.slot, startOfDay(dayOf(now, timeZone), timeZone)),
        isSeen(caller, sql`${customerActivity.customerId}`),
      ),
    )
    .groupBy(customerActivity.relationId)
  const totals = await db
    .select({ id: customer.relationId, people: count() })
    .from(customer)
    .where(and(eq(customer.entId, entId), visibleTo(caller)))
    .groupBy(customer.relationId)
  const [today, all] = [enters, totals].map((rows) => new Map(rows.map((row) => [row.id, row.people])))
  return (id) => ({ todayEnter: today?.get(id) ?? 0, customers: all?.get(id) ?? 0 })
}

const SERIES_DAYS = 7

type SeriesPoint = { day: string; enter: number; sessions: number; leads: number }

/**
 * The last seven days including today (enterprise time zone), as far as the caller sees them: customers who entered, sessions, customers who
 * submitted a lead card.
 */
export async function readSeries(
  db: Queryable,
  caller: Caller,
  { entId, id }: AccountKey,
  timeZone: string,
  now: Date,
): Promise<SeriesPoint[]> {
  const today = dayOf(now, timeZone)
  const first = addDays(today, 1 - SERIES_DAYS)
  const from = startOfDay(first, timeZone)
  const seen = isSeen(caller, sql`r.customer_id`) ?? sql`true`
  const { rows } = await db.execute<SeriesPoint>(sql`
    with came as (
      select (slot at time zone ${timeZone})::date as day, count(distinct customer_id)::int as enter
      from customer_activity r where ent_id = ${entId} and relation_id = ${id} and slot >= ${from} and ${seen} group by 1
    ), held as (
      select (start_at at time zone ${timeZone})::date as day, count(*)::int as sessions
      from session r where ent_id = ${entId} and relation_id = ${id} and start_at >= ${from} and ${seen} group by 1
    ), left_card as (
      select (m.created_at at time zone ${timeZone})::date as day, count(distinct c.customer_id)::int as leads
      from session r
        join customer_message c on c.ent_id = r.ent_id and c.customer_id = r.customer_id and c.session_id = r.id
        join message m on m.ent_id = c.ent_id and m.topic_id = c.customer_id and m.seq = c.seq
      where r.ent_id = ${entId} and r.relation_id = ${id} and r.start_at >= ${from} and ${seen} and c.sender_kind = 'customer'
        and m.content -> 'extra' ->> 'state' = 'filled'
      group by 1
    )
    select day::text, coalesce(enter, 0) as enter, coalesce(sessions, 0) as sessions, coalesce(leads, 0) as leads
    from came full join held using (day) full join left_card using (day)`)
  const byDay = new Map(rows.map((row) => [row.day, row]))
  return Array.from({ length: SERIES_DAYS }, (_each, index) => {
    const day = formatDay(addDays(first, index))
    return byDay.get(day) ?? { day, enter: 0, sessions: 0, leads: 0 }
  })
}

/** Messages sent today in the platforms' time zone. */
export async function readQuotaToday(db: Queryable, { entId, id }: AccountKey, now: Date) {
  const [row] = await db
    .select({ used: channelDay.sent, strangers: channelDay.strangers, heldBack: channelDay.heldBack })
    .from(channelDay)
    .where(
      and(
        eq(channelDay.entId, entId),
        eq(channelDay.relationId, id),
        eq(channelDay.day, formatDay(dayOf(now, DEFAULT_TIME_ZONE))),
      ),
    )
  return row ?? { used: 0, strangers: 0, heldBack: 0 }
}

const HELD_BACK_SHOWN_MS = 86_400_000

export type Trouble = { text: string; at: Date }

/** Per account the latest automatic message that was held back within a day. */
export async function readHeldBack(
  db: Queryable,
  entId: EntId,
  now: Date,
): Promise<(id: RelationId) => Trouble | undefined> {
  const since = new Date(now.getTime() - HELD_BACK_SHOWN_MS)
  const { rows } = await db.execute<{ id: string; text: string; at: string }>(sql`
    select distinct on (relation_id) relation_id as id, text, times[1] as at from held_back
    where ent_id = ${entId} and times[1] > ${since} order by relation_id, times[1] desc`)
  const byAccount = new Map(rows.map(({ id, text, at }) => [id.replaceAll('-', ''), { text, at: new Date(at) }]))
  return (id) => byAccount.get(id)
}

export async function hasUsableCard(db: Queryable, { entId, id }: AccountKey): Promise<boolean> {
  const [row] = await db
    .select({ id: material.id })
    .from(material)
    .where(
      and(
        eq(material.entId, entId),
        eq(material.relationId, id),
        eq(material.enabled, true),
        eq(material.isRemoved, false),
        eq(material.auditStatus, 'passed'),
      ),
    )
    .limit(1)
  return row !== undefined
}

function dayOf(now: Date, timeZone: string): CalendarDay {
  const { year, month, day } = zonedTime(now, timeZone)
  return { year, month, day }
}

export type AccountPlan = { id: PlanId; name: string; isEdited: boolean }

/** The reception plan that applies to each account; `isEdited`: it is not the default plan as shipped. */
export async function readAccountPlans(
  db: Queryable,
  entId: EntId,
): Promise<(id: RelationId) => AccountPlan | undefined> {
  const rows = await db
    .select({
      account: channelAccount.id,
      id: receptionPlan.id,
      name: receptionPlan.name,
      isEdited: sql<boolean>`${receptionPlan.updatedBy} is not null`,
    })
    .from(channelAccount)
    .innerJoin(
      receptionPlan,
      and(eq(receptionPlan.entId, channelAccount.entId), eq(receptionPlan.id, planColumn('id'))),
    )
    .where(eq(channelAccount.entId, entId))
  const plans = new Map(rows.map(({ account, ...plan }) => [account, plan]))
  return (id) => plans.get(id)
}

type AiNames = (id: RelationId) => string | null

/** Name and version of each account's published AI; null without one. */
export async function readAiNames(db: Queryable, entId: EntId): Promise<AiNames> {
  const rows = await db
    .select({
      id: channelAccount.id,
      name: sql<string>`${aiAgentVersion.config} -> 'role' ->> 'name'`,
      version: aiAgentVersion.version,
    })
    .from(channelAccount)
    .innerJoin(aiAgent, hosting)
    .innerJoin(aiAgentVersion, hostingVersion)
    .where(eq(channelAccount.entId, entId))
  const names = new Map(rows.map(({ id, name, version }) => [id, `${name} v${version}`]))
  return (id) => names.get(id) ?? null
}

/** Whether the account or its main account has active knowledge, or the account takes part in the enterprise's. */
export async function hasKnowledgeInUse(db: Queryable, row: AccountRow, main: AccountRow): Promise<boolean> {
  const [found] = await db
    .select({ id: knowledge.id })
    .from(knowledge)
    .where(
      and(
        eq(knowledge.entId, row.entId),
        inArray(knowledge.libraryId, [row.id, main.id, ...(row.usesShared ? [row.entId] : [])]),
        isInUse,
      ),
    )
    .limit(1)
  return found !== undefined
}
