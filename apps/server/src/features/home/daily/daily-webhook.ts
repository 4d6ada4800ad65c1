import type { DailyFilter, DailyReport } from '@ruwu/contract'
import { DAILY_PUSH_TEXTS, DAILY_WEBHOOK_TIME, dailyText } from '@ruwu/domain'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../../db/database.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { findCallerOfAgent, isSuspended } from '../../auth/index.ts'
import { type DueReport, listDueReports, queueReport } from '../../webhook/index.ts'

type WebhookReportDeps = {
  db: Database
  clock: Clock
  log: FastifyBaseLogger
  report(caller: Caller, filter: DailyFilter): Promise<DailyReport>
}

/**
 * Queues the report of yesterday for the Webhook subscriptions that ask for it, in the scope and rights of who saved the subscription;
 * signing, tries and log are those of every event.
 */
export function createWebhookReports({ db, clock, log, report }: WebhookReportDeps) {
  async function queue(due: DueReport): Promise<void> {
    const caller = due.agentId && (await findCallerOfAgent(db.sql, due.entId, due.agentId))
    if (!caller || !caller.permissions.has('statistics:viewPage')) {
      if (await isSuspended(db.sql, due.entId)) return
      const refused = { data: { date: due.day }, refusal: DAILY_PUSH_TEXTS.webhookForbidden }
      return db.transaction((tx) => queueReport(tx, due, refused, clock.now()))
    }
    const daily = await report(caller, { date: due.day, compare: 'prevDay' })
    return db.transaction((tx) => queueReport(tx, due, { data: toldOf(daily, due.entName) }, clock.now()))
  }

  return {
    async run(): Promise<void> {
      for (const due of await listDueReports(db.sql, DAILY_WEBHOOK_TIME, clock.now()))
        await queue(due).catch((error: unknown) => log.error({ err: error }, 'a daily report was not queued'))
    },
  }
}

/** Figures and names of agents and accounts, nothing of customers. */
function toldOf(daily: DailyReport, entName: string) {
  const { date, compare, summary, metrics, hours, agents, accounts, points } = daily
  return { date, compare, text: dailyText(daily, entName), summary, metrics, hours, agents, accounts, points }
}
