import type { EntId } from '@ruwu/contract'
import { dueNotice, NOTICE_DAYS, pointsNoticeText, remainingDays, totalPoints } from '@ruwu/domain'
import type { FastifyBaseLogger } from 'fastify'
import { addNotice } from '../../customer/notify-agents.ts'
import type { Database } from '../../db/database.ts'
import type { JobKind } from '../../jobs/jobs.ts'
import type { Clock } from '../../platform/clock.ts'
import { isSubscribed } from '../webhook/index.ts'
import { listUntold, lockAccount, setTold } from './account.repo.ts'
import { readDailyAverage } from './point-day.repo.ts'
import { toSetting } from './points.view.ts'

type NoticeDeps = { db: Database; clock: Clock; log: FastifyBaseLogger }

/** Tells 通知人 (in their console, until they have seen it) and webhooks of low points, once for each threshold until points are added. */
export const lowPointsNotice = ({ db, clock, log }: NoticeDeps): JobKind => ({
  name: 'low-points-notice',
  every: '*/5 * * * *',
  isAlone: true,
  run: async () => {
    for (const { entId } of await listUntold(db.sql, Math.min(...NOTICE_DAYS))) {
      await tell(db, entId, clock.now()).catch((error: unknown) =>
        log.error({ err: error, entId }, 'low points were not told of'),
      )
    }
  },
})

/** The lock of the account keeps two nodes from telling twice, and points from being added meanwhile. */
const tell = (db: Database, entId: EntId, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    const row = await lockAccount(tx.sql, entId)
    const averageDailyConsumePoints = await readDailyAverage(tx.sql, entId, now)
    const days = dueNotice(remainingDays({ ...row, averageDailyConsumePoints }), row.toldDays)
    if (days === undefined) return
    const { notifyAgentIds: unseenBy } = toSetting(row)
    // Still due when a 通知人 is chosen or a webhook subscribes.
    if (unseenBy.length === 0 && !(await isSubscribed(tx.sql, entId, 'points.warning'))) return
    await setTold(tx.sql, entId, { toldDays: days, unseenBy })
    const text = pointsNoticeText(days, totalPoints(row))
    await addNotice(tx, { entId }, { kind: 'points_warning', text, to: unseenBy }, now)
    const at = now.toISOString()
    tx.emit(entId, { type: 'ent_points_warning', days, totalPoints: totalPoints(row), at, operatorId: null })
  })
