import type { EntId } from '@ruwu/contract'
import { addDays, startOfDay, startOfHour, zonedTime } from '@ruwu/domain'
import { eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { enterprise, statState } from '../../db/schema/index.ts'
import { FACT_FAMILIES, factFamilies } from './fact-families.repo.ts'
import { rollUpHours, SUM_COLUMNS, SUMMED } from './rollup-hours.repo.ts'
import { DIMENSIONS, type Span, spans } from './figures.repo.ts'

const HOUR_MS = 3_600_000

/** Hours per transaction. */
export const HOURS_AT_ONCE = 240

export type RollupState = typeof statState.$inferSelect

export async function readRollupState(db: Queryable, entId: EntId): Promise<RollupState | undefined> {
  const [row] = await db.select().from(statState).where(eq(statState.entId, entId))
  return row
}

export const listEnterprises = async (db: Queryable): Promise<EntId[]> =>
  (await db.select({ id: enterprise.id }).from(enterprise)).map(({ id }) => id)

/** Enterprises whose rollups have to follow their facts, their time zone or a day that is over everywhere. */
export async function listStale(db: Queryable, now: Date): Promise<{ entId: EntId; timeZone: string }[]> {
  const earliestToday = new Date(now.getTime() - 12 * HOUR_MS).toISOString().slice(0, 10)
  const { rows } = await db.execute<{ entId: EntId; timeZone: string }>(sql`
    select replace(e.id::text, '-', '') as "entId", e.timezone as "timeZone" from enterprise e
      left join stat_state s on s.ent_id = e.id
    where s.time_zone <> e.timezone or s.checked_on < ${earliestToday}
      or exists (select 1 from stat_dirty d where d.ent_id = e.id)`)
  return rows
}

/** Serialises the nodes that roll up an enterprise. False: another one does, and was not waited for. */
export async function lockRollup(db: Queryable, entId: EntId, waits = false): Promise<boolean> {
  const key = sql`hashtextextended(${`statistics ${entId}`}, 0)`
  const { rows } = await db.execute<{ isLocked: boolean }>(
    waits
      ? sql`select pg_advisory_xact_lock(${key}) is not null as "isLocked"`
      : sql`select pg_try_advisory_xact_lock(${key}) as "isLocked"`,
  )
  return rows[0]?.isLocked ?? false
}

/** Takes marked UTC hours from the queue, the newest first. A mark of a transaction that commits later stays. */
export async function takeDirtyHours(db: Queryable, entId: EntId): Promise<Date[]> {
  const { rows } = await db.execute<{ hour: Date }>(sql`with next as materialized (
      select distinct hour from stat_dirty where ent_id = ${entId} order by hour desc limit ${HOURS_AT_ONCE}
    ), taken as (delete from stat_dirty d using next n where d.ent_id = ${entId} and d.hour = n.hour)
    select hour from next`)
  return rows.map((row) => new Date(row.hour))
}

/** First marked UTC hour since then, or the one that contains it: marks do not say which part of their hour has changed. */
export async function readChangedSince(db: Queryable, entId: EntId, since: Date): Promise<Date | undefined> {
  const { rows } = await db.execute<{ hour: Date | null }>(
    sql`select min(hour) as hour from stat_dirty where ent_id = ${entId}
      and hour >= date_trunc('hour', ${since}::timestamptz, 'UTC')`,
  )
  return rows[0]?.hour ? new Date(rows[0].hour) : undefined
}

/** Marks every hour that has facts or rollups: a rebuild is the ordinary work over all of them. */
export async function markAllHours(db: Queryable, entId: EntId): Promise<void> {
  const families = factFamilies()
  const ofFacts = FACT_FAMILIES.map((name) => {
    const { table, alias, at } = families[name]
    return sql`select date_trunc('hour', ${at}, 'UTC') as hour from ${sql.raw(`${table} ${alias}`)}
      where ${sql.raw(alias)}.ent_id = ${entId} and ${at} is not null`
  })
  // The first run of a rating is in `ai_run`, whose hours are marked already.
  await db.execute(sql`insert into stat_dirty (ent_id, hour) select ${entId}::uuid, hour from (
    ${sql.join(
      [
        ...ofFacts.filter((_, index) => FACT_FAMILIES[index] !== 'rating'),
        sql`select date_trunc('hour', start_at, 'UTC') from stat_sum where ent_id = ${entId}`,
        sql`select date_trunc('hour', start_at, 'UTC') from stat_hour where ent_id = ${entId}`,
      ],
      sql` union `,
    )}) h`)
}

/** Marks the last hours again: a nightly repair of what a lost mark would leave. */
export async function markSince(db: Queryable, entId: EntId, since: Date, now: Date): Promise<void> {
  await db.execute(sql`insert into stat_dirty (ent_id, hour)
    select ${entId}::uuid, h from generate_series(date_trunc('hour', ${since}::timestamptz, 'UTC'), ${now}::timestamptz, interval '1 hour') h`)
}

export async function clearRollups(db: Queryable, entId: EntId): Promise<void> {
  for (const table of ['stat_sum', 'stat_hour', 'stat_dimension', 'stat_origin', 'stat_state'])
    await db.execute(sql`delete from ${sql.identifier(table)} where ent_id = ${entId}`)
}

export async function writeRollupState(db: Queryable, state: Omit<RollupState, 'epoch'>): Promise<void> {
  await db.insert(statState).values(state).onConflictDoUpdate({ target: statState.entId, set: state })
}

/** Computes the hours of the time zone that these UTC hours touch from facts, and their days from the hours. Idempotent. */
export async function rollUp(db: Queryable, entId: EntId, timeZone: string, utcHours: readonly Date[]): Promise<void> {
  if (utcHours.length === 0) return
  const hours = hoursOver(utcHours, timeZone)
  await clearSums(db, entId, 'hour', hours)
  await rollUpHours(db, entId, hours)
  await sumDays(db, entId, daysOver(hours, timeZone))
}

/** Hours on the wall clock of a zone that overlap UTC hours. Its offset may be no whole hour, and change. */
function hoursOver(utcHours: readonly Date[], timeZone: string): Span[] {
  const starts = new Set<number>()
  for (const hour of utcHours) {
    for (let at = hour.getTime(); at < hour.getTime() + HOUR_MS; at += HOUR_MS / 4)
      starts.add(startOfHour(new Date(at), timeZone).getTime())
  }
  return [...starts].map((start) => ({ start: new Date(start), end: endOfHour(start, timeZone) }))
}

/** Hours on the wall clock from the start of one until any moment, the last one cut off. */
export function hoursBetween(start: Date, until: Date, timeZone: string): Span[] {
  const hours: Span[] = []
  for (let at = start.getTime(); at < until.getTime();) {
    const end = Math.min(endOfHour(at, timeZone).getTime(), until.getTime())
    hours.push({ start: new Date(at), end: new Date(end) })
    at = end
  }
  return hours
}

/** Where clocks change by part of an hour, an hour ends before the next one begins. */
function endOfHour(start: number, timeZone: string): Date {
  for (let at = start + HOUR_MS / 4; at < start + HOUR_MS; at += HOUR_MS / 4)
    if (startOfHour(new Date(at), timeZone).getTime() !== start) return new Date(at)
  return new Date(start + HOUR_MS)
}

function daysOver(hours: readonly Span[], timeZone: string): Span[] {
  const days = new Map<number, Span>()
  for (const { start: hour } of hours) {
    const day = zonedTime(hour, timeZone)
    const start = startOfDay(day, timeZone)
    days.set(start.getTime(), { start, end: startOfDay(addDays(day, 1), timeZone) })
  }
  return [...days.values()]
}

async function sumDays(db: Queryable, entId: EntId, days: readonly Span[]): Promise<void> {
  await clearSums(db, entId, 'day', days)
  await db.execute(sql`with ${spans(days)} insert into stat_sum (ent_id, grain, start_at, ${DIMENSIONS}, ${SUM_COLUMNS})
    select ${entId}::uuid, 'day', a, ${DIMENSIONS}, ${SUMMED} from span join stat_sum h on h.ent_id = ${entId} and h.grain = 'hour'
      and h.start_at >= span.a and h.start_at < span.b
    group by a, ${DIMENSIONS}`)
}

async function clearSums(db: Queryable, entId: EntId, grain: string, buckets: readonly Span[]): Promise<void> {
  const starts = sql.param(buckets.map((each) => each.start))
  await db.execute(sql`delete from stat_sum
    where ent_id = ${entId} and grain = ${grain} and start_at = any(${starts}::timestamptz[])`)
}
