import { type DailyFilter, type DailyReport, type DailyTarget, SITE_TARGET } from '@ruwu/contract'
import { DAILY_PUSH_TEXTS, DAILY_TARGET_LABELS, dailyText } from '@ruwu/domain'
import type { FastifyBaseLogger } from 'fastify'
import { notifyAgents } from '../../../customer/notify-agents.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { findCallerOfAgent, isSuspended } from '../../auth/index.ts'
import { sendToRobot } from '../../webhook/index.ts'
import { claimPush, type DuePush, holdPush, listDue, stopPush } from './daily-push.repo.ts'
import type { DailyPushDeps } from './daily-push.service.ts'
import { createWebhookReports } from './daily-webhook.ts'

const BATCH = 20
/** Enterprises at once, each one report after the other: its slow robots do not hold up the others. */
const LANES = 4
/** Longer than a report and a message to one robot take; also the pause before the next try. */
const LEASE_MS = 2 * 60_000
const TRIES = 3

type WorkerDeps = DailyPushDeps & {
  log: FastifyBaseLogger
  report(caller: Caller, filter: DailyFilter): Promise<DailyReport>
}

/**
 * Sends the report of yesterday to its subscribers, each in the subscriber's own data scope and rights of the moment. After a crash or
 * an error of our own it goes on with the targets that are left. A robot that refuses, and giving up, is told to the subscriber.
 */
export function createDailyPushWorker({ db, clock, log, isDemo, report }: WorkerDeps) {
  const webhookReports = createWebhookReports({ db, clock, log, report })
  const leaseEnd = () => new Date(clock.now().getTime() + LEASE_MS)
  const tell = (due: DuePush, text: string, level: 'info' | 'warn') =>
    db.transaction(async (tx) =>
      notifyAgents(tx, due, { hintType: 'daily_report', text, level, to: [due.agentId] }, clock.now()),
    )

  async function send(due: DuePush, target: DailyTarget, daily: DailyReport): Promise<void> {
    if (target.type === SITE_TARGET) {
      await tell(due, DAILY_PUSH_TEXTS.site(due.day, daily.summary[0] ?? ''), 'info')
      return
    }
    const { type, url } = target
    const { error } = await sendToRobot({ type, url, text: dailyText(daily, due.entName), isDemo }, clock.now())
    if (error) await tell(due, DAILY_PUSH_TEXTS.failed(DAILY_TARGET_LABELS[type], error), 'warn')
  }

  async function push(due: DuePush): Promise<void> {
    let until = leaseEnd()
    const claim = await claimPush(db.sql, due, { now: clock.now(), until })
    if (!claim) return
    /** Notes the targets that are left and renews the lease, which ends with the last. */
    const hold = (owed: DailyTarget[]): Promise<boolean> => {
      const lease = until
      until = leaseEnd()
      return holdPush(db.sql, due, lease, { owed, busyUntil: owed.length > 0 ? until : null })
    }
    const caller = await findCallerOfAgent(db.sql, due.entId, due.agentId)
    if (!caller?.permissions.has('statistics:viewPage')) {
      // It waits, like those that were not claimed at the moment of the suspension.
      if (await isSuspended(db.sql, due.entId)) return
      await tell(due, DAILY_PUSH_TEXTS.stopped, 'warn')
      return stopPush(db.sql, due)
    }
    if (claim.tries > TRIES) {
      await tell(due, DAILY_PUSH_TEXTS.givenUp(due.day), 'warn')
      await hold([])
      return
    }
    const daily = await report(caller, { date: due.day, compare: 'prevDay' })
    // A target may have been removed since the last try.
    const owed = claim.owed.filter(({ type, url }) =>
      claim.targets.some((target) => target.type === type && target.url === url),
    )
    for (const [index, target] of owed.entries()) {
      if (!(await hold(owed.slice(index)))) return
      await send(due, target, daily)
    }
    await hold([])
  }

  return {
    /** True when there may be more. */
    async run(): Promise<boolean> {
      await webhookReports.run()
      const due = await listDue(db.sql, clock.now(), BATCH)
      const waiting = [...Map.groupBy(due, ({ entId }) => entId).values()]
      const lane = async () => {
        for (let own = waiting.shift(); own; own = waiting.shift())
          for (const each of own)
            await push(each).catch((error: unknown) => log.error({ err: error }, 'a daily report was not sent'))
      }
      await Promise.all(Array.from({ length: LANES }, lane))
      return due.length === BATCH
    },
  }
}
