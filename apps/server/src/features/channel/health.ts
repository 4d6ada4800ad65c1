import { type Source, SOURCES } from '@ruwu/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { ChannelSources } from '../../channels/channel-sources.ts'
import type { Database } from '../../db/database.ts'
import type { JobKind } from '../../jobs/jobs.ts'
import type { Clock } from '../../platform/clock.ts'
import { type HealthFacts, readHealth, writeProblem } from './health.repo.ts'
import { emitAccountChange } from './history.repo.ts'

/** Prefix of errors written by this check; errors of other origin are not cleared. */
const PREFIX = '账号健康：'
/** Fewer failures may be caused by the customers. */
const FAILED_SENDS_SHOWN = 3

type HealthDeps = { db: Database; clock: Clock; log: FastifyBaseLogger; sources: ChannelSources }

/** Detects accounts with missing event subscriptions, unusual silence or failing messages. */
export class ChannelHealth {
  private readonly deps: HealthDeps

  constructor(deps: HealthDeps) {
    this.deps = deps
  }

  readonly job: JobKind = { name: 'check-channel-health', every: '*/15 * * * *', run: () => this.run() }

  async run(): Promise<void> {
    const { db, clock, log } = this.deps
    const unsubscribed = new Set<Source>()
    for (const source of SOURCES) if (!(await this.hasSubscriptions(source))) unsubscribed.add(source)
    for await (const facts of readHealth(db.sql, clock.now())) {
      await this.report(facts, problemOf(facts, unsubscribed.has(facts.source))).catch((error: unknown) =>
        log.error(
          { err: error, entId: facts.entId, relationId: facts.id },
          'an account’s health could not be reported',
        ),
      )
    }
  }

  /** Checks the event subscriptions and re-enables missing ones. */
  private async hasSubscriptions(source: Source): Promise<boolean> {
    const events = this.deps.sources.events(source)
    if (!events) return true
    try {
      const missing = await events.missing()
      if (missing.length > 0) await events.turnOn(missing)
      return missing.length === 0 || (await events.missing()).length === 0
    } catch (error) {
      // A failed check is no sign of missing subscriptions.
      this.deps.log.warn({ err: error, source }, 'the subscription of events could not be checked')
      return true
    }
  }

  private async report(facts: HealthFacts, problem: string | null): Promise<void> {
    const { entId, id, lastError } = facts
    const isOurs = lastError === null || lastError.startsWith(PREFIX)
    if (!isOurs || problem === lastError) return
    const { db, clock } = this.deps
    await db.transaction(async (tx) => {
      const now = clock.now()
      if (await writeProblem(tx.sql, facts, problem, now)) await emitAccountChange(tx, [{ entId, id }], null, now)
    })
  }
}

function problemOf({ isSilent, failedSends }: HealthFacts, isUnsubscribed: boolean): string | null {
  if (isUnsubscribed) return `${PREFIX}平台的消息推送未开启，可能收不到新消息`
  if (failedSends >= FAILED_SENDS_SHOWN) return `${PREFIX}近 1 小时有 ${failedSends} 条消息发送失败`
  return isSilent ? `${PREFIX}往常此时都有客户进线，近 1 小时没有收到消息` : null
}
