import {
  afterQuiet,
  type AutomaticKind,
  DEFAULT_GLOBAL,
  isAutomation,
  QUIET_TEXT,
  startOfDay,
  whyHeldByGlobal,
  zonedTime,
} from '@ruwu/domain'
import { and, eq, sql } from 'drizzle-orm'
import type { CustomerRow } from '../customer/customer-change.ts'
import type { Queryable } from '../db/database.ts'
import { automationSetting, type AutomationSettings, enterprise } from '../db/schema/index.ts'

/** Newest messages of a thread among which those of today are counted: more than a day's limit allows. */
const COUNTED_MESSAGES = 200

/** Why 全局设置 or 暂停所有自动化 holds an automatic message back, and until when if that is known; undefined: it may go. The caller holds the customer's row lock. */
export async function whyHeldByLimits(
  db: Queryable,
  row: CustomerRow,
  { kind, isPrompted }: { kind: AutomaticKind; isPrompted: boolean },
  now: Date,
): Promise<{ reason: string; until?: Date } | undefined> {
  if (!isAutomation(kind)) return undefined
  const [found] = await db
    .select({
      pausedAt: enterprise.automationPausedAt,
      timeZone: enterprise.timezone,
      setting: automationSetting.setting,
    })
    .from(enterprise)
    .leftJoin(automationSetting, and(eq(automationSetting.entId, enterprise.id), eq(automationSetting.key, 'global')))
    .where(eq(enterprise.id, row.entId))
  if (!found) return undefined
  const { timeZone } = found
  const state = {
    isPaused: found.pausedAt !== null,
    setting: (found.setting as AutomationSettings['global'] | null) ?? DEFAULT_GLOBAL,
    sentToday: await countSentToday(db, row, startOfDay(zonedTime(now, timeZone), timeZone)),
    isPrompted,
  }
  const reason = whyHeldByGlobal(state, { now, timeZone })
  if (reason === undefined) return undefined
  return reason === QUIET_TEXT ? { reason, until: afterQuiet(state.setting.quiet, now, timeZone) } : { reason }
}

/** Of automation alone. Failed ones do not count: the customer did not get them. */
async function countSentToday(db: Queryable, { entId, id, lastSeq }: CustomerRow, since: Date): Promise<number> {
  const { rows } = await db.execute<{ sent: number }>(sql`
    select count(*)::int as sent from customer_message c
      join message m on m.ent_id = c.ent_id and m.topic_id = c.customer_id and m.seq = c.seq
    where c.ent_id = ${entId} and c.customer_id = ${id} and c.seq > ${lastSeq - COUNTED_MESSAGES}
      and c.sender_kind = 'flow' and not c.is_uncounted and c.status <> 2 and m.created_at >= ${since}`)
  return rows[0]?.sent ?? 0
}
