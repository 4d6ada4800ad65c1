import { type DailyFilter, type DailyReport, type DailyTarget, SITE_TARGET } from '@ruwu/contract'
import { DAILY_PUSH_TEXTS, DAILY_TARGET_LABELS, dailyText } from '@ruwu/domain'
import type { FastifyBaseLogger } from 'fastify'
import { emitHint } from '../../../customer/agent-hint.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { findCallerOfAgent } from '../../auth/index.ts'
import { sendToRobot } from '../../webhook/index.ts'
import { claimPush, type DuePush, listDue } from './daily-push.repo.ts'
import type { DailyPushDeps } from './daily-push.service.ts'

const BATCH = 20

type WorkerDeps = DailyPushDeps & {
  log: FastifyBaseLogger
  report(caller: Caller, filter: DailyFilter): Promise<DailyReport>
}

/**
 * Sends the report of yesterday to its subscribers, each in the subscriber's own data scope and rights of the moment. At most once: a
 * target that fails is told to the subscriber.
 */
export function createDailyPushWorker({ db, clock, log, isDemo, report }: WorkerDeps) {
  const tell = (due: DuePush, text: string, level: 'info' | 'warn') =>
    db.transaction(async (tx) =>
      emitHint(tx, due, { hintType: 'daily_report', text, level, to: [due.agentId] }, clock.now()),
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
    if (!(await claimPush(db.sql, due))) return
    const caller = await findCallerOfAgent(db.sql, due.entId, due.agentId)
    if (!caller?.permissions.has('statistics:viewPage')) return
    const daily = await report(caller, { date: due.day, compare: 'prevDay' })
    for (const target of due.targets) await send(due, target, daily)
  }

  return {
    /** True when there may be more. */
    async run(): Promise<boolean> {
      const due = await listDue(db.sql, clock.now(), BATCH)
      for (const each of due)
        await push(each).catch((error: unknown) => log.error({ err: error }, 'a daily report was not sent'))
      return due.length === BATCH
    },
  }
}
