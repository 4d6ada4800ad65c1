import type { AgentId } from '@ruwu/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Transaction } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import {
  type Case,
  type FindSendingAccount,
  giveHint,
  listOnline,
  lockCase,
  nameOfCustomer,
} from '../../customer/index.ts'
import { handOverText } from './handoff.ts'
import { type DueHint, listDueHints, takeHint } from './handoff-hint.repo.ts'

type HintDeps = { db: Database; clock: Clock; log: FastifyBaseLogger; findAccount: FindSendingAccount }

const AT_ONCE = 200

/** Calls agents to customers who were handed over a moment ago and whom nobody has taken up. */
export class HandoffHints {
  private readonly deps: HintDeps
  private readonly atOnce: number
  /** The last that was tried: what fails again and again keeps nobody behind it waiting. */
  private tried: DueHint | undefined

  constructor(deps: HintDeps, atOnce = AT_ONCE) {
    this.deps = deps
    this.atOnce = atOnce
  }

  /** True when there may be more. */
  async run(): Promise<boolean> {
    const { db, clock, log } = this.deps
    const due = await listDueHints(db.sql, clock.now(), this.atOnce, this.tried)
    const isFull = due.length === this.atOnce
    this.tried = isFull ? due.at(-1) : undefined
    for (const each of due) {
      await db
        .transaction((tx) => this.give(tx, each))
        .catch((error: unknown) => log.error({ err: error, customerId: each.customerId }, 'a hint could not be given'))
    }
    return isFull
  }

  private async give(tx: Transaction, due: DueHint): Promise<void> {
    const now = this.deps.clock.now()
    const of = await lockCase(tx.sql, due.entId, due.customerId)
    if (!of || !(await takeHint(tx.sql, due))) return
    const { customer: row } = of
    // The AI receives them again: somebody has switched it on.
    if (row.receptionType !== 'manual' || row.receptionEpoch !== due.epoch + 1) return
    const text = `${nameOfCustomer(row)} 需要人工接待：${handOverText(due.reason)}`
    giveHint(tx, row, { hintType: 'handoff', text, level: 'warn', to: await this.listeners(tx, of, now) }, now)
  }

  /** The owner; of nobody's customer everybody of the account who is there. */
  private async listeners(tx: Transaction, { customer: row }: Case, now: Date): Promise<AgentId[]> {
    if (row.agentId) return [row.agentId]
    const account = await this.deps.findAccount(tx.sql, row.entId, row.relationId)
    return account ? (await listOnline(tx.sql, account, now)).map((mate) => mate.id) : []
  }
}
