import type { Content, PlanWelcomePart } from '@ruwu/contract'
import { fillVariables, type ReplyVariables, WELCOME_EVERY_MS, welcomeDelay } from '@ruwu/domain'
import {
  type AutomaticSender,
  cardMessage,
  type FindSendingAccount,
  readingPictures,
  readQuota,
  type SendingAccount,
} from '../../outbound/index.ts'
import type { CustomerChange } from '../../customer/customer-change.ts'
import type { Cause } from '../../inbound/index.ts'
import { lockCustomer } from '../../customer/customer-change.repo.ts'
import { markWelcomed, wasWelcomedSince } from '../../customer/welcome.repo.ts'
import type { Database, Queryable, Transaction } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { readAccountPlan } from '../../reception/index.ts'
import { findAccount } from '../channel/index.ts'
import { listCards } from '../material/index.ts'
import { readWelcomeNames } from './situation.repo.ts'

type WelcomeDeps = {
  db: Database
  clock: Clock
  automatic: AutomaticSender
  findAccount: FindSendingAccount
}

/** Sends 欢迎语 of the account, or else of its reception plan, when a customer enters: once per interval and within the platform's limits. */
export class WelcomeSender {
  private readonly deps: WelcomeDeps

  constructor(deps: WelcomeDeps) {
    this.deps = deps
  }

  /** The time at which it is due, if that is later. */
  async greet(cause: Cause): Promise<Date | undefined> {
    if (cause.kind !== 'enter') return undefined
    return readingPictures(() => this.deps.db.transaction((tx) => this.greetIn(tx, cause)))
  }

  private async greetIn(tx: Transaction, { entId, customerId, messageSeq }: Cause): Promise<Date | undefined> {
    const change = await lockCustomer(tx.sql, entId, customerId)
    if (!change?.session || change.customer.archive || isInTalk(change.customer, messageSeq)) return undefined
    const now = this.deps.clock.now()
    const account = await this.deps.findAccount(tx.sql, entId, change.customer.relationId)
    if (!account) return undefined
    const { parts, delayMs, everyMs } = await readWelcome(tx.sql, account)
    if (parts.length === 0) return undefined
    if (await wasWelcomedSince(tx.sql, change.customer, new Date(now.getTime() - everyMs))) return undefined
    // Messages of the delay are checked by the guard: no row is inserted before the delay is over.
    const due = new Date((change.customer.enterAt ?? now).getTime() + delayMs)
    if (due > now) return due
    const values = await readTextVariables(tx.sql, change.customer)
    const { receptionType, receptionEpoch, lastHumanSeq, lastInboundSeq } = change.customer
    const quota = await readQuota(tx.sql, change, account, now, 'welcome')
    // What is kept for agents leaves no room for some parts, or for any, at every customer: the editors say so, no alarm does.
    const room = quota.max === null ? parts.length : Math.max(0, quota.max - account.setting.reserveForHuman)
    for (const [index, part] of parts.slice(0, room).entries()) {
      const sent = await this.deps.automatic.send(tx, {
        entId,
        customerId,
        kind: 'welcome',
        ...(index > 0 ? { name: `欢迎语第 ${index + 1} 条` } : {}),
        ...messageOf(part, values),
        expected: { receptionType, receptionEpoch, humanSeq: lastHumanSeq, inboundSeq: lastInboundSeq },
      })
      // The parts build on each other: stop at the first that is refused.
      if (!('messageId' in sent)) break
      if (index === 0) await markWelcomed(tx.sql, change.session, now)
    }
    return undefined
  }
}

/** Since the entry a person has written, or the customer's words were answered. */
const isInTalk = (row: CustomerChange['customer'], entrySeq: number): boolean =>
  row.lastHumanSeq > entrySeq || (row.lastInboundSeq > entrySeq && row.waitingSince === null)

const HOUR_MS = 3_600_000

/** What an account sends to customers who enter: its own welcome, or its plan's without the cards of other accounts. */
export async function readWelcome(
  db: Queryable,
  account: Pick<SendingAccount, 'entId' | 'id' | 'source' | 'setting' | 'cardAccounts'>,
): Promise<{ parts: PlanWelcomePart[]; delayMs: number; everyMs: number }> {
  const { entId, id, source, setting, cardAccounts } = account
  if (setting.welcome.custom) return { parts: setting.welcome.parts, delayMs: 0, everyMs: WELCOME_EVERY_MS }
  const { enabled, parts, delaySec, everyHours } = (await readAccountPlan(db, entId, id)).welcome
  const cards = await listCards(
    db,
    entId,
    parts.flatMap((part) => (part.type === 'card' ? [part.materialId] : [])),
  )
  const own = new Set(cards.filter(({ relationId }) => cardAccounts.includes(relationId)).map((card) => card.id))
  const sent = parts.filter((part) => part.type !== 'card' || own.has(part.materialId))
  return { parts: enabled ? sent : [], delayMs: welcomeDelay(source, delaySec * 1000), everyMs: everyHours * HOUR_MS }
}

function messageOf(part: PlanWelcomePart, values: ReplyVariables): { content: Content; meta?: { materialId: string } } {
  if (part.type === 'card') return cardMessage(part.materialId)
  if (part.type === 'image') return { content: { type: 'image', text: part.url } }
  return { content: { type: 'text', text: fillVariables(part.text, values) } }
}

/** Values of the variables in automatic texts. */
export async function readTextVariables(db: Queryable, row: CustomerChange['customer']): Promise<ReplyVariables> {
  const account = await findAccount(db, row.entId, row.relationId)
  const names = await readWelcomeNames(db, row)
  return { 客户昵称: row.name, 账号名: account?.name ?? '', 企业名: names.enterprise, 客服名: names.agent }
}
