import type { EntId } from '@ruwu/contract'
import { dueNotice, NOTICE_DAYS, pointsNoticeText, remainingDays, totalPoints } from '@ruwu/domain'
import type { FastifyBaseLogger } from 'fastify'
import { emitHint } from '../../customer/agent-hint.ts'
import type { Database } from '../../db/database.ts'
import type { JobKind } from '../../jobs/jobs.ts'
import type { Clock } from '../../platform/clock.ts'
import { listUntold, lockAccount, setToldDays } from './account.repo.ts'
import { readDailyAverage } from './point-day.repo.ts'
import { toEntAccount, toSetting } from './points.view.ts'

type NoticeDeps = { db: Database; clock: Clock; log: FastifyBaseLogger }

/** Tells 通知人 and webhooks that points will be used up, once for each threshold until points are added. */
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
    const account = toEntAccount(row, await readDailyAverage(tx.sql, entId, now))
    const days = remainingDays(account)
    const threshold = dueNotice(days, row.toldDays)
    if (threshold === undefined) return
    await setToldDays(tx.sql, entId, threshold)
    const total = totalPoints(account)
    const hint = { hintType: 'points_warning', text: pointsNoticeText(days, total), level: 'warn' } as const
    emitHint(tx, { entId }, { ...hint, to: toSetting(row).notifyAgentIds }, now)
    const at = now.toISOString()
    tx.emit(entId, { type: 'ent_points_warning', days: threshold, totalPoints: total, at, operatorId: null })
  })
