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

/** Deletes expired rows and refreshes the bitmap index. Each statement is idempotent and safe on several nodes. */
export async function runHousekeeping(db: Database, now: Date, kept: Kept): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  await purgeEvents(db, now)
  await deleteAnswersBefore(db.sql, new Date(now.getTime() - REQUEST_REPEAT_WINDOW_MS))
  await deleteOldTokens(db.sql, now)
  await deleteOldAttempts(db.sql, new Date(now.getTime() - ATTEMPTS_KEPT_MS))
  await deleteOldHistory(db.sql, now)
  await purgeCalls(db.sql, { done: daysAgo(kept.PLATFORM_CALL_DAYS), failed: daysAgo(kept.FAILED_CALL_DAYS) })
  await refreshBitmaps(db, 1)
  await deleteOldPreviews(db.sql, now)
  await deleteOldLogs(db.sql, now)
  await deleteOldWordHits(db.sql, now)
  await deleteOldRuns(db.sql, now)
  await deleteExpired(db.sql, now)
  await deleteExpiredCodes(db.sql, now)
  await deleteOldGrants(db.sql, now)
  await deleteOldDeliveries(db.sql, now)
  await deleteOldTries(db.sql, now)
  await deleteOldAudit(db.sql, now)
  await deleteOldNotices(db.sql, now)
}

export const housekeeping = (db: Database, clock: Clock, kept: Kept): JobKind => ({
  name: 'housekeeping',
  every: '*/10 * * * *',
  run: () => runHousekeeping(db, clock.now(), kept),
})
