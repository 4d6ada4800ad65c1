import type { AgentId } from '@ruwu/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { CustomerChange } from '../../customer/customer-change.ts'
import type { FindSendingAccount } from '../../outbound/index.ts'
import { notifyAgents, maskedCustomerName } from '../../customer/notify-agents.ts'
import { listOnline } from '../../reception/index.ts'
import { lockCustomer } from '../../customer/customer-change.repo.ts'
import type { Database, Transaction } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { claimHint, type DueHint, listDueHints } from './handoff.repo.ts'
import { handoffText } from './handoff.ts'

type HintDeps = { db: Database; clock: Clock; log: FastifyBaseLogger; findAccount: FindSendingAccount }

const BATCH_SIZE = 200

/** Sends hints to agents for handed-over customers whom no agent attended to in time. */
export class HandoffHintWorker {
  private readonly deps: HintDeps
  private readonly batchSize: number
  /** Cursor of the last hint tried, so that failing ones don't block those behind them. */
  private cursor: DueHint | undefined

  constructor(deps: HintDeps, batchSize = BATCH_SIZE) {
    this.deps = deps
    this.batchSize = batchSize
  }

  /** True when there may be more. */
  async run(): Promise<boolean> {
    const { db, clock, log } = this.deps
    const due = await listDueHints(db.sql, clock.now(), this.batchSize, this.cursor)
    const isFull = due.length === this.batchSize
    this.cursor = isFull ? due.at(-1) : undefined
    for (const hint of due) {
      await db
        .transaction((tx) => this.sendHint(tx, hint))
        .catch((error: unknown) =>
          log.error({ err: error, customerId: hint.customerId }, 'sending a handoff hint failed'),
        )
    }
    return isFull
  }

  private async sendHint(tx: Transaction, due: DueHint): Promise<void> {
    const now = this.deps.clock.now()
    const change = await lockCustomer(tx.sql, due.entId, due.customerId)
    if (!change || !(await claimHint(tx.sql, due))) return
    const { customer: row } = change
    // The AI receives the customer again, or the reception changed otherwise: the hint is obsolete.
    if (row.receptionType !== 'manual' || row.receptionEpoch !== due.epoch + 1) return
    const why = handoffText(due.reason)
    await notifyAgents(
      tx,
      row,
      {
        hintType: 'handoff',
        text: `${maskedCustomerName(row)} 需要人工接待：${why}`,
        detail: `转人工：${why}`,
        level: 'warn',
        to: await this.recipients(tx, change, now),
        cause: `${row.id}:${due.epoch}`,
      },
      now,
    )
  }

  /** The owner; without one, all online agents of the account. */
  private async recipients(tx: Transaction, { customer: row }: CustomerChange, now: Date): Promise<AgentId[]> {
    if (row.agentId) return [row.agentId]
    const account = await this.deps.findAccount(tx.sql, row.entId, row.relationId)
    return account ? (await listOnline(tx.sql, account, now)).map((mate) => mate.id) : []
  }
}
