import type { Content, CustomerId, EntId, WelcomePart } from '@ruwu/contract'
import { fillVariables, type ReplyVariables, WELCOME_EVERY_MS } from '@ruwu/domain'
import { and, eq, gt } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { agent, enterprise, session } from '../../db/schema/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { findAccount } from '../channel/index.ts'
import { type AutomaticSender, type Case, type Cause, type FindSendingAccount, lockCase } from '../../customer/index.ts'

type WelcomeDeps = {
  db: Database
  clock: Clock
  automatic: AutomaticSender
  findAccount: FindSendingAccount
}

/** Says an account's own 欢迎语 to whoever enters, once a day and as far as the platform allows. */
export class Welcome {
  private readonly deps: WelcomeDeps

  constructor(deps: WelcomeDeps) {
    this.deps = deps
  }

  async greet(cause: Cause): Promise<void> {
    if (cause.kind !== 'enter') return
    await this.deps.db.transaction((tx) => this.greetIn(tx, cause.entId, cause.customerId))
  }

  private async greetIn(tx: Transaction, entId: EntId, customerId: CustomerId): Promise<void> {
    const of = await lockCase(tx.sql, entId, customerId)
    if (!of?.session || of.customer.archive) return
    const now = this.deps.clock.now()
    if (await wasWelcomedSince(tx, of, new Date(now.getTime() - WELCOME_EVERY_MS))) return
    const account = await this.deps.findAccount(tx.sql, entId, of.customer.relationId)
    const welcome = account?.setting.welcome
    if (!welcome?.custom || welcome.parts.length === 0) return
    const values = await readVariables(tx, of)
    const { receptionType, receptionEpoch, lastHumanSeq, lastInboundSeq } = of.customer
    for (const [index, part] of welcome.parts.entries()) {
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
      if (index === 0) await noteWelcomed(tx, of.session, now)
    }
  }
}

async function noteWelcomed(tx: Transaction, { entId, id }: NonNullable<Case['session']>, now: Date): Promise<void> {
  await tx.sql
    .update(session)
    .set({ welcomedAt: now })
    .where(and(eq(session.entId, entId), eq(session.id, id)))
}

/** In whichever session: archiving somebody makes them no stranger. */
async function wasWelcomedSince(tx: Transaction, { customer: row }: Case, since: Date): Promise<boolean> {
  const [found] = await tx.sql
    .select({ id: session.id })
    .from(session)
    .where(and(eq(session.entId, row.entId), eq(session.customerId, row.id), gt(session.welcomedAt, since)))
    .limit(1)
  return found !== undefined
}

const contentOf = (part: WelcomePart, values: ReplyVariables): Content =>
  part.type === 'text' ? { type: 'text', text: fillVariables(part.text, values) } : { type: 'image', text: part.url }

async function readVariables(tx: Transaction, { customer: row }: Case): Promise<ReplyVariables> {
  const account = await findAccount(tx.sql, row.entId, row.relationId)
  const [ent] = await tx.sql.select({ name: enterprise.name }).from(enterprise).where(eq(enterprise.id, row.entId))
  const [owner] = row.agentId
    ? await tx.sql
        .select({ name: agent.name })
        .from(agent)
        .where(and(eq(agent.entId, row.entId), eq(agent.id, row.agentId)))
    : []
  return { 客户昵称: row.name, 账号名: account?.name ?? '', 企业名: ent?.name ?? '', 客服名: owner?.name ?? '' }
}
