import { type DailyPush, type DailyTarget, type RobotType, SITE_TARGET } from '@ruwu/contract'
import {
  DAILY_PUSH_TEXTS,
  DAILY_TARGET_LABELS,
  DEFAULT_DAILY_PUSH,
  minuteOfDay,
  resolveDateRange,
  twoDigits,
} from '@ruwu/domain'
import type { Database } from '../../../db/database.ts'
import { writeAudit } from '../../../platform/audit.repo.ts'
import { countAgainst } from '../../../platform/auth/throttle.repo.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { FieldError, UserFacingError } from '../../../platform/http/errors.ts'
import { isCallable } from '../../../platform/http/public-fetch.ts'
import { readTimeZone } from '../../enterprise/index.ts'
import { sendToRobot } from '../../webhook/index.ts'
import { findPush, savePush } from './daily-push.repo.ts'

/** Tests of an enterprise: they call an address of the user's choice at once. */
const TESTS = { most: 10, windowMs: 60_000 }

export type DailyPushDeps = { db: Database; clock: Clock; isDemo: boolean }
export type DailyPushService = ReturnType<typeof createDailyPushService>

/** An agent's own subscription to the daily report. */
export function createDailyPushService({ db, clock, isDemo }: DailyPushDeps) {
  function check(targets: readonly DailyTarget[]): void {
    targets.forEach(({ type, url }, index) => {
      if (type !== SITE_TARGET && !isCallable(url, isDemo))
        throw new FieldError({ [`targets.${index}.url`]: DAILY_PUSH_TEXTS.badAddress })
    })
  }

  return {
    async get({ entId, agentId }: Caller): Promise<DailyPush> {
      const row = await findPush(db.sql, { entId, agentId })
      return row ? { enabled: row.enabled, time: row.time, targets: row.targets } : DEFAULT_DAILY_PUSH
    },

    save(caller: Caller, push: DailyPush): Promise<DailyPush> {
      check(push.targets)
      return db.transaction(async (tx) => {
        const { entId, agentId } = caller
        const now = clock.now()
        const timeZone = await readTimeZone(tx.sql, entId)
        const before = await findPush(tx.sql, caller)
        // The first report comes at the chosen time, not at once because that time of today is over.
        const isOver = clockTime(now, timeZone) >= push.time
        const yesterday = resolveDateRange({ preset: 'yesterday', now, timeZone }).from
        await savePush(tx.sql, { entId, agentId, ...push, updatedAt: now }, isOver ? yesterday : undefined)
        const values = { before: auditOf(before ?? DEFAULT_DAILY_PUSH), after: auditOf(push) }
        await writeAudit(tx.sql, caller, { action: 'home.dailyPush', object: agentId, ...values }, now)
        return push
      })
    },

    /** A refusal tells why the robot did not take the message. */
    async test({ entId }: Caller, { type, url }: { type: RobotType; url: string }): Promise<true> {
      if (!isCallable(url, isDemo)) throw new FieldError({ url: DAILY_PUSH_TEXTS.badAddress })
      const now = clock.now()
      await countAgainst(db.sql, [[`webhook-test:${entId}`, TESTS]], now)
      const { error } = await sendToRobot({ type, url, text: DAILY_PUSH_TEXTS.test, isDemo }, now)
      if (error) throw new UserFacingError('refused', error)
      return true
    },
  }
}

const clockTime = (now: Date, timeZone: string): string => {
  const minutes = minuteOfDay(now, timeZone)
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`
}

/** Path and query of a robot's address hold its token: only the host is logged. */
const auditOf = ({ enabled, time, targets }: DailyPush) => ({
  enabled: enabled ? '开启' : '关闭',
  time,
  targets: targets.map(({ type, url }) => DAILY_TARGET_LABELS[type] + (url && ` ${new URL(url).host}`)),
})
