import { DEFAULT_AI_DRAFT, findKeyword, REQUEST_ANSWER_MS, requestAnswerText } from '@ruwu/domain'
import { lockCustomer } from '../../customer/customer-change.repo.ts'
import type { Database, Transaction } from '../../db/database.ts'
import type { Cause } from '../../inbound/index.ts'
import type { AutomaticSender, FindSendingAccount } from '../../outbound/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { listOnline, readOffText } from '../../reception/index.ts'
import { findHostingAi } from '../ai-agent/index.ts'
import { countAhead, noteRequestAnswered } from './handoff.repo.ts'

type FurtherRequestDeps = { db: Database; clock: Clock; automatic: AutomaticSender; findAccount: FindSendingAccount }

/** Answers a repeated request for a person while 待接手: the position in the queue, or that no agent is online. At most once per REQUEST_ANSWER_MS. */
export class FurtherRequestAnswerer {
  private readonly deps: FurtherRequestDeps

  constructor(deps: FurtherRequestDeps) {
    this.deps = deps
  }

  async onInbound(cause: Cause): Promise<void> {
    if (cause.kind === 'message' && cause.text !== '') await this.deps.db.transaction((tx) => this.answer(tx, cause))
  }

  private async answer(tx: Transaction, cause: Extract<Cause, { kind: 'message' }>): Promise<void> {
    const { entId, customerId, text } = cause
    const row = (await lockCustomer(tx.sql, entId, customerId))?.customer
    // The message that led to the handoff was answered by it.
    if (!row?.handoffAt || row.lastInboundAt === null || row.lastInboundAt <= row.handoffAt) return
    const { keywords } = ((await findHostingAi(tx.sql, entId, row.relationId))?.config ?? DEFAULT_AI_DRAFT).handoff
    if (!keywords.enabled || findKeyword(text, keywords.words) === undefined) return
    const account = await this.deps.findAccount(tx.sql, entId, row.relationId)
    if (!account) return
    const now = this.deps.clock.now()
    const { receptionType, receptionEpoch, lastHumanSeq: humanSeq } = row
    // The handoff belongs to the epoch that it ended.
    const handoff = { entId, customerId, epoch: receptionEpoch - 1 }
    const since = new Date(now.getTime() - REQUEST_ANSWER_MS)
    if (!(await noteRequestAnswered(tx.sql, handoff, since, now))) return
    const isAnyAgentOnline = (await listOnline(tx.sql, account, now)).length > 0
    const offText = await readOffText(tx.sql, account, isAnyAgentOnline, now)
    const answer = offText ?? requestAnswerText(await countAhead(tx.sql, row))
    await this.deps.automatic.send(tx, {
      entId,
      customerId,
      kind: 'handoff',
      content: { type: 'text', text: answer },
      expected: { receptionType, receptionEpoch, humanSeq },
    })
  }
}
