import type { EntId, RelationId } from '@ruwu/contract'
import { type PlanSchedule, SHIPPED_SCHEDULE, WORKING_SLOT_MS, workingSums } from '@ruwu/domain'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { planColumn } from '../../db/effective-plan.ts'
import { channelAccount } from '../../db/schema/index.ts'
import { type Elapsed, wallClockMs } from './fact-families.repo.ts'
import type { Span } from './figures.repo.ts'

/** 仅接待时间: response times as the clocks of the accounts' 接待方案 measure them, for moments of the span. */
export async function workingHours(db: Queryable, entId: EntId, { start, end }: Span): Promise<Elapsed> {
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
  const clocks = [...plans.values()].map(({ schedule, ids }) => ({ ids, ...workingSums(schedule, start, end) }))
  return (from, to, relationId) => {
    const cases = clocks.map(
      ({ ids, start: first, sums }) => sql`when ${relationId} = any(${sql.param(ids)}::uuid[])
        then ${reading(to, first, sums)} - ${reading(from, first, sums)}`,
    )
    return cases.length > 0
      ? sql`(case ${sql.join(cases, sql` `)} else ${wallClockMs(from, to, relationId)} end)`
      : wallClockMs(from, to, relationId)
  }
}

/** A clock's time: the sum up to the slot, and what has passed of the slot if the clock runs in it. */
function reading(at: SQL, start: Date, sums: readonly number[]): SQL {
  const list = sql`(${sql.param(sums)}::int8[])`
  const passed = sql`least(greatest(${wallClockMs(sql`${start}::timestamptz`, at, at)}, 0), ${(sums.length - 1) * WORKING_SLOT_MS - 1}::int8)`
  const slot = sql`(${passed} / ${sql.raw(String(WORKING_SLOT_MS))} + 1)`
  return sql`(${list}[${slot}] + least(${list}[${slot} + 1] - ${list}[${slot}], ${passed} % ${sql.raw(String(WORKING_SLOT_MS))}))`
}
