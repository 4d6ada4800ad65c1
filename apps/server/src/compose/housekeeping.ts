import { REQUEST_REPEAT_WINDOW_MS } from '@ruwu/contract'
import type { Database } from '../db/database.ts'
import { deleteExpired } from '../features/auth/index.ts'
import { deleteOldNotices } from '../customer/notice.repo.ts'
import { deleteOldLogs } from '../features/automation/index.ts'
import { deleteOldRuns } from '../features/automation-rule/index.ts'
import { deleteOldAttempts, deleteOldHistory } from '../features/channel/index.ts'
import { deleteOldTokens } from '../chat/chat-user/index.ts'
import { purgeCalls } from '../inbound/index.ts'
import { refreshBitmaps } from '../list/index.ts'
import { purgeEvents } from '../features/event/index.ts'
import { deleteOldGrants } from '../features/oauth/index.ts'
import { deleteOldPreviews } from '../features/preview/index.ts'
import { deleteOldWordHits } from '../outbound/index.ts'
import { deleteOldAudit } from '../platform/audit.repo.ts'
import { deleteExpiredCodes } from '../features/sms/index.ts'
import { deleteOldDeliveries } from '../features/webhook/index.ts'
import { deleteOldTries } from '../platform/auth/throttle.repo.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { deleteAnswersBefore } from '../platform/http/request-answer.repo.ts'
import type { JobKind } from '../jobs/jobs.ts'

const DAY_MS = 86_400_000

/** The result page of an authorisation attempt can be opened for a day after the attempt expired. */
const ATTEMPTS_KEPT_MS = DAY_MS

type Kept = Pick<Config, 'PLATFORM_CALL_DAYS' | 'FAILED_CALL_DAYS'>

/**
 * Deletes expired rows and refreshes the bitmap index. Each step is idempotent and safe on several nodes. A step that fails does not
 * hold up the others; the error at the end names it.
 */
export async function runHousekeeping(db: Database, now: Date, kept: Kept): Promise<void> {
  const failures: Error[] = []
  for (const [name, step] of Object.entries(stepsOf(db, now, kept))) {
    try {
      await step()
    } catch (error) {
      failures.push(new Error(name, { cause: error }))
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `housekeeping failed: ${failures.map(({ message }) => message).join(', ')}`)
}

function stepsOf(db: Database, now: Date, kept: Kept): Record<string, () => Promise<unknown>> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  return {
    events: () => purgeEvents(db, now),
    'request answers': () => deleteAnswersBefore(db.sql, new Date(now.getTime() - REQUEST_REPEAT_WINDOW_MS)),
    'chat tokens': () => deleteOldTokens(db.sql, now),
    'authorisation attempts': () => deleteOldAttempts(db.sql, new Date(now.getTime() - ATTEMPTS_KEPT_MS)),
    'channel history': () => deleteOldHistory(db.sql, now),
    'platform calls': () =>
      purgeCalls(db.sql, { done: daysAgo(kept.PLATFORM_CALL_DAYS), failed: daysAgo(kept.FAILED_CALL_DAYS) }),
    bitmaps: () => refreshBitmaps(db, 1),
    previews: () => deleteOldPreviews(db.sql, now),
    'automation logs': () => deleteOldLogs(db.sql, now),
    'word hits': () => deleteOldWordHits(db.sql, now),
    'rule runs': () => deleteOldRuns(db.sql, now),
    'sign-ins': () => deleteExpired(db.sql, now),
    'SMS codes': () => deleteExpiredCodes(db.sql, now),
    grants: () => deleteOldGrants(db.sql, now),
    'webhook deliveries': () => deleteOldDeliveries(db.sql, now),
    'sign-in tries': () => deleteOldTries(db.sql, now),
    audit: () => deleteOldAudit(db.sql, now),
    notices: () => deleteOldNotices(db.sql, now),
  }
}

export const housekeeping = (db: Database, clock: Clock, kept: Kept): JobKind => ({
  name: 'housekeeping',
  every: '*/10 * * * *',
  run: () => runHousekeeping(db, clock.now(), kept),
})
