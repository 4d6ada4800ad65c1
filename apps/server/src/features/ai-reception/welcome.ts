import type { Content, CustomerId, EntId, WelcomePart } from '@ruwu/contract'
import { fillVariables, type ReplyVariables } from '@ruwu/domain'
import { eq } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Transaction } from '../../db/database.ts'
import { agent, enterprise, session } from '../../db/schema/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { findAccount } from '../channel/index.ts'
import { type AutomaticSender, type Case, type Cause, type FindSendingAccount, lockCase } from '../customer/index.ts'

type WelcomeDeps = {
  db: Database
  clock: Clock
  log: FastifyBaseLogger
  automatic: AutomaticSender
  findAccount: FindSendingAccount
}

/** Says an account's own 欢迎语 to whoever enters, once in a session and as far as the platform allows. */
export class Welcome {
  private readonly deps: WelcomeDeps

  constructor(deps: WelcomeDeps) {
    this.deps = deps
  }

  async greet(cause: Cause): Promise<void> {
    if (cause.kind !== 'enter') return
    const { db, log } = this.deps
    await db
      .transaction((tx) => this.greetIn(tx, cause.entId, cause.customerId))
      .catch((error: unknown) => log.error({ err: error, customerId: cause.customerId }, 'nobody was welcomed'))
  }

  private async greetIn(tx: Transaction, entId: EntId, customerId: CustomerId): Promise<void> {
    const of = await lockCase(tx.sql, entId, customerId)
    if (!of?.session || of.session.isWelcomed || of.customer.archive) return
    const account = await this.deps.findAccount(tx.sql, entId, of.customer.relationId)
    const welcome = account?.setting.welcome
    if (!welcome?.custom || welcome.parts.length === 0) return
    await tx.sql.update(session).set({ isWelcomed: true }).where(eq(session.id, of.session.id))
    const values = await readVariables(tx, of)
    const { receptionType, receptionEpoch, lastHumanSeq, lastInboundSeq } = of.customer
    for (const part of welcome.parts) {
      const said = await this.deps.automatic.send(tx, {
        entId,
        customerId,
        senderKind: 'flow',
        content: contentOf(part, values),
        expected: { receptionType, receptionEpoch, humanSeq: lastHumanSeq, inboundSeq: lastInboundSeq },
        delayMs: 0,
        meta: {},
      })
      // Nothing that follows makes sense without it.
      if (!('messageId' in said)) return
    }
  }
}

const contentOf = (part: WelcomePart, values: ReplyVariables): Content =>
  part.type === 'text' ? { type: 'text', text: fillVariables(part.text, values) } : { type: 'image', text: part.url }

async function readVariables(tx: Transaction, { customer: row }: Case): Promise<ReplyVariables> {
  const account = await findAccount(tx.sql, row.entId, row.relationId)
  const [ent] = await tx.sql.select({ name: enterprise.name }).from(enterprise).where(eq(enterprise.id, row.entId))
  const [owner] = row.agentId
    ? await tx.sql.select({ name: agent.name }).from(agent).where(eq(agent.id, row.agentId))
    : []
  return { 客户昵称: row.name, 账号名: account?.name ?? '', 企业名: ent?.name ?? '', 客服名: owner?.name ?? '' }
}
