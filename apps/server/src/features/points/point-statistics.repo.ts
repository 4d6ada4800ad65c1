import type { EntId, PointConsumeFilter, PointTimelineFilter, PointType } from '@ruwu/contract'
import { formatDay, type Period, zonedTime } from '@ruwu/domain'
import { and, between, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { agent, channelAccount, customer, pointDay, pointLedger } from '../../db/schema/index.ts'
import { isConsumption } from './point-day.repo.ts'

const isDuring = (entId: EntId, { from, to }: Period) => and(eq(pointDay.entId, entId), between(pointDay.day, from, to))

const number = (value: SQL) => value.mapWith(Number)

/** Sum of each type. */
export const readTypeSums = (
  db: Queryable,
  entId: EntId,
  period: Period,
): Promise<{ type: PointType; delta: number }[]> =>
  db
    .select({ type: pointDay.type, delta: number(sql`sum(${pointDay.delta})`) })
    .from(pointDay)
    .where(isDuring(entId, period))
    .groupBy(pointDay.type)

/** Consumption of an item or account between two of the given times; the first is 1. A null key is no account. */
type TimelineCell = { key: string | null; bucket: number; points: number }

type Buckets = Pick<PointTimelineFilter, 'granularity' | 'groupBy'> & { starts: readonly Date[]; timeZone: string }

/** Days and weeks are sums of whole days; hours, of two days at most, are read from the ledger. */
export function readTimeline(
  db: Queryable,
  entId: EntId,
  period: Period,
  { granularity, groupBy, starts, timeZone }: Buckets,
): Promise<TimelineCell[]> {
  const isByItem = groupBy === 'item'
  if (granularity === 'hour') {
    const bucket = number(sql`width_bucket(${pointLedger.at}, ${sql.param(starts)}::timestamptz[])`)
    const key = isByItem ? pointLedger.item : pointLedger.relationId
    return db
      .select({ key, bucket, points: number(sql`-sum(${pointLedger.delta})`) })
      .from(pointLedger)
      .where(
        and(
          eq(pointLedger.entId, entId),
          gte(pointLedger.at, period.start),
          lt(pointLedger.at, period.end),
          inArray(pointLedger.type, ['consume', 'refund']),
        ),
      )
      .groupBy(sql`1, 2`)
  }
  const days = starts.map((start) => formatDay(zonedTime(start, timeZone)))
  const bucket = number(sql`width_bucket(${pointDay.day}, ${sql.param(days)}::date[])`)
  return db
    .select({
      key: isByItem ? pointDay.item : pointDay.relationId,
      bucket,
      points: number(sql`-sum(${pointDay.delta})`),
    })
    .from(pointDay)
    .where(and(isDuring(entId, period), isConsumption))
    .groupBy(sql`1, 2`)
}

/** A null key is no account, or no agent. `names` of items are the domain's. */
export type ConsumeRow = { key: string | null; name: string | null; answers: number; points: number }

/** Groups with the most points first. */
export async function listConsumption(
  db: Queryable,
  entId: EntId,
  period: Period,
  groupBy: PointConsumeFilter['groupBy'],
): Promise<ConsumeRow[]> {
  if (groupBy === 'agent') return listByAgent(db, entId, period)
  const times = sql`case ${pointDay.type} when 'consume' then ${pointDay.times} else -${pointDay.times} end`
  const points = number(sql`-sum(${pointDay.delta})`)
  const during = and(isDuring(entId, period), isConsumption)
  if (groupBy === 'item') {
    return db
      .select({ key: pointDay.item, name: sql<null>`null`, answers: number(sql`sum(${times})`), points })
      .from(pointDay)
      .where(during)
      .groupBy(pointDay.item)
      .orderBy(sql`4 desc, 1`)
  }
  const answers = number(sql`coalesce(sum(${times}) filter (where ${pointDay.item} = 'ai_reply'), 0)`)
  return db
    .select({ key: pointDay.relationId, name: channelAccount.name, answers, points })
    .from(pointDay)
    .leftJoin(channelAccount, and(eq(channelAccount.entId, pointDay.entId), eq(channelAccount.id, pointDay.relationId)))
    .where(during)
    .groupBy(pointDay.relationId, channelAccount.name)
    .orderBy(sql`4 desc, 1`)
}

/** The agent of the customer now: the AI's answers have no sender. */
function listByAgent(db: Queryable, entId: EntId, period: Period): Promise<ConsumeRow[]> {
  const answered = sql`${pointLedger.item} = 'ai_reply' and ${pointLedger.part} = 0`
  const sign = sql`case ${pointLedger.type} when 'consume' then 1 else -1 end`
  return db
    .select({
      key: agent.id,
      name: agent.name,
      answers: number(sql`coalesce(sum(${sign}) filter (where ${answered}), 0)`),
      points: number(sql`-sum(${pointLedger.delta})`),
    })
    .from(pointLedger)
    .leftJoin(customer, and(eq(customer.entId, pointLedger.entId), eq(customer.id, pointLedger.customerId)))
    .leftJoin(agent, and(eq(agent.entId, customer.entId), eq(agent.id, customer.agentId)))
    .where(
      and(
        eq(pointLedger.entId, entId),
        gte(pointLedger.at, period.start),
        lt(pointLedger.at, period.end),
        inArray(pointLedger.type, ['consume', 'refund']),
      ),
    )
    .groupBy(agent.id, agent.name)
    .orderBy(sql`4 desc, 1`)
}

export const listAccountNames = (db: Queryable, entId: EntId, ids: readonly string[]) =>
  db
    .select({ id: channelAccount.id, name: channelAccount.name })
    .from(channelAccount)
    .where(and(eq(channelAccount.entId, entId), sql`${channelAccount.id} = any(${sql.param([...ids])}::uuid[])`))
