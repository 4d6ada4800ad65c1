import type { Content, CustomerId, EntId, WelcomePart } from '@ruwu/contract'
import { fillVariables, type ReplyVariables, WELCOME_EVERY_MS } from '@ruwu/domain'
import type { AutomaticSender, FindSendingAccount } from '../../outbound/index.ts'
import type { CustomerChange } from '../../customer/customer-change.ts'
import type { Cause } from '../../inbound/index.ts'
import { lockCustomer } from '../../customer/customer-change.repo.ts'
import { markWelcomed, wasWelcomedSince } from '../../customer/welcome.repo.ts'
import type { Database, Queryable, Transaction } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { findAccount } from '../channel/index.ts'
import { readWelcomeNames } from './situation.repo.ts'

type WelcomeDeps = {
  db: Database
  clock: Clock
  automatic: AutomaticSender
  findAccount: FindSendingAccount
}

/** Sends the account's own 欢迎语 when a customer enters, at most once a day and within the platform's limits. */
export class WelcomeSender {
  private readonly deps: WelcomeDeps

  constructor(deps: WelcomeDeps) {
    this.deps = deps
  }

  async greet(cause: Cause): Promise<void> {
    if (cause.kind !== 'enter') return
    await this.deps.db.transaction((tx) => this.greetIn(tx, cause.entId, cause.customerId))
  }

  private async greetIn(tx: Transaction, entId: EntId, customerId: CustomerId): Promise<void> {
    const change = await lockCustomer(tx.sql, entId, customerId)
    if (!change?.session || change.customer.archive) return
    const now = this.deps.clock.now()
    if (await wasWelcomedSince(tx.sql, change.customer, new Date(now.getTime() - WELCOME_EVERY_MS))) return
    const account = await this.deps.findAccount(tx.sql, entId, change.customer.relationId)
    const welcome = account?.setting.welcome
    if (!welcome?.custom || welcome.parts.length === 0) return
    const values = await readVariables(tx.sql, change)
    const { receptionType, receptionEpoch, lastHumanSeq, lastInboundSeq } = change.customer
    for (const [index, part] of welcome.parts.entries()) {
      const sent = await this.deps.automatic.send(tx, {
        entId,
        customerId,
        kind: 'welcome',
        ...(index > 0 ? { name: `欢迎语第 ${index + 1} 条` } : {}),
        content: contentOf(part, values),
        expected: { receptionType, receptionEpoch, humanSeq: lastHumanSeq, inboundSeq: lastInboundSeq },
      })
      // The parts build on each other: stop at the first that is refused.
      if (!('messageId' in sent)) return
      if (index === 0) await markWelcomed(tx.sql, change.session, now)
    }
  }
}

const contentOf = (part: WelcomePart, values: ReplyVariables): Content =>
  part.type === 'text' ? { type: 'text', text: fillVariables(part.text, values) } : { type: 'image', text: part.url }

async function readVariables(db: Queryable, { customer: row }: CustomerChange): Promise<ReplyVariables> {
  const account = await findAccount(db, row.entId, row.relationId)
  const names = await readWelcomeNames(db, row)
  return { 客户昵称: row.name, 账号名: account?.name ?? '', 企业名: names.enterprise, 客服名: names.agent }
}
