import type { EntId, RelationId } from '@ruwu/contract'
import { type PlanSchedule, SHIPPED_SCHEDULE, workingPeriods } from '@ruwu/domain'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { planColumn } from '../../db/effective-plan.ts'
import { channelAccount } from '../../db/schema/index.ts'
import { endOf, msBetween, type ResponseClock, WALL_CLOCK } from './fact-families.repo.ts'
import type { Span } from './figures.repo.ts'

/** 仅接待时间: response times as the clocks of the accounts' 接待方案 measure them, for moments of the span. */
export async function workingHours(db: Queryable, entId: EntId, { start, end }: Span): Promise<ResponseClock> {
  const accounts = await db
    .select({ id: channelAccount.id, schedule: planColumn<PlanSchedule>('schedule') })
    .from(channelAccount)
    .where(eq(channelAccount.entId, entId))
  const plans = new Map<string, { schedule: PlanSchedule; ids: RelationId[] }>()
  for (const { id, schedule } of accounts) {
    const plan = schedule ?? SHIPPED_SCHEDULE
    const key = JSON.stringify(plan)
    plans.set(key, { schedule: plan, ids: [...(plans.get(key)?.ids ?? []), id] })
  }
  // A clock that never stands still is the wall's.
  const clocks = [...plans.values()]
    .map(({ schedule, ids }) => ({ ids, periods: workingPeriods(schedule, start, end) }))
    .filter(({ periods }) => periods.sums.at(-1)! < end.getTime() - start.getTime())
  if (clocks.length === 0) return WALL_CLOCK
  const rows = clocks.map(({ ids, periods: { starts, sums } }) => {
    const begins = sql.param(starts.map((at) => new Date(at)))
    return sql`select id, ${begins}::timestamptz[], ${sql.param(sums)}::int8[] from unnest(${sql.param(ids)}::uuid[]) id`
  })
  return {
    periods: new Map(clocks.flatMap(({ ids, periods }) => ids.map((id) => [id, periods]))),
    table: sql`clock(relation_id, starts, sums) as materialized (${sql.join(rows, sql` union all `)})`,
    // `offset 0`: once per row, however often the time is read.
    join: (from, to, relationId) => sql`left join clock on clock.relation_id = ${relationId}
      cross join lateral (select ${endOf(from, to)} as at offset 0) ended
      cross join lateral (select case when clock.relation_id is null then ${msBetween(from, sql`ended.at`)}
        else ${reading(sql`ended.at`)} - ${reading(from)} end as ms offset 0) waited`,
  }
}

/** What a clock shows: the sum up to the last period that began, and what has passed of it. */
function reading(at: SQL): SQL {
  const period = sql`width_bucket(${at}, clock.starts)`
  return sql`case when ${period} = 0 then 0 else clock.sums[${period}]
    + least(${msBetween(sql`clock.starts[${period}]`, at)}, clock.sums[${period} + 1] - clock.sums[${period}]) end`
}
