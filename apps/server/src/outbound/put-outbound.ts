import { createHash, randomUUID } from 'node:crypto'
import type { AgentId } from '@ruwu/contract'
import {
  canSend,
  checkOutbound,
  createWordMatcher,
  type GuardSender,
  type GuardVerdict,
  quotaDay,
  type QuotaLedger,
  quotaState,
  type QuotaState,
  type WordMatcher,
} from '@ruwu/domain'
import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { channelDay, material, outbox, type OutboxMeta } from '../db/schema/index.ts'
import { append, type Case, type NewMessage } from '../customer/customer-change.ts'
import { countOutbound } from '../customer/session-lifecycle.ts'
import type { Sendable } from './outbound-content.ts'
import { takePlace } from './quota.ts'
import { guardLimitsFor, quotaRulesFor, type SendingAccount } from './sending-account.ts'

type OutboundDraft = {
  sendable: Sendable
  senderKind: 'human' | 'ai' | 'flow'
  agentId: AgentId | null
  chatId?: string
  isConfirmed?: boolean
  /** The AI has worded it anew. */
  isRegenerated?: boolean
  /** Leaves not before this. */
  dueAt?: Date
  meta?: OutboxMeta
}

type Put =
  | {
      isPut: true
      message: NewMessage
      /** The rule that was charged. */
      quotaRule: string | null
      quota: QuotaState
    }
  /** Nothing was changed; the verdict says why and what may be done. */
  | { isPut: false; verdict: GuardVerdict; quota: QuotaState }

const GUARD_SENDERS: Record<OutboundDraft['senderKind'], GuardSender> = { human: 'person', ai: 'ai', flow: 'flow' }

const words: Record<string, WordMatcher> = {}
/** The words nobody on our side may say there. */
export const wordsOf = (source: SendingAccount['source']) => (words[source] ??= createWordMatcher({ source }))

/**
 * The one way out: the guard, a place in the quota, the message as pending, and its row in the outbox, all in the caller's
 * transaction that holds the customer's lock. Every sender comes through here.
 */
export async function putOutbound(
  db: Queryable,
  of: Case,
  account: SendingAccount,
  draft: OutboundDraft,
  now: Date,
): Promise<Put> {
  // Strangers are counted per account: who comes second must see the first.
  if (of.customer.lastInboundAt === null) await noteDay(db, account, quotaDay(now), { sent: 0, strangers: 0 })
  const { quota, verdict } = await judge(db, of, account, draft, now)
  if (verdict.action !== 'send') return { isPut: false, verdict, quota }
  const content =
    draft.sendable.content.type === 'text' ? { ...draft.sendable.content, text: verdict.text } : draft.sendable.content

  const { customer: row } = of
  const isFirstToStranger = row.lastInboundAt === null && row.sentBeforeReply === 0 && row.strangerAt === null
  const day = quotaDay(now)
  takePlace(row, quota.ruleId, day)
  if (isFirstToStranger) row.strangerAt = now
  const message = append(
    of,
    {
      senderKind: draft.senderKind,
      agentId: draft.agentId,
      content,
      status: 0,
      ...(draft.chatId ? { chatId: draft.chatId } : {}),
    },
    now,
  )
  countOutbound(of, message)
  if (content.extra?.cardType === 'contact' && of.session) of.session.contactCards += 1
  await noteDay(db, account, day, { sent: 1, strangers: isFirstToStranger ? 1 : 0 })
  if (content.type === 'text') await noteText(db, of, content.text ?? '', now)
  if (draft.sendable.materialId) await countSent(db, account, draft.sendable.materialId)
  return { isPut: true, message, quotaRule: quota.ruleId, quota: await quotaOf(db, of, account, now) }
}

/** The message's row in the outbox; written after the message itself, which it refers to. */
export async function queueOutbound(
  db: Queryable,
  of: Case,
  account: SendingAccount,
  put: {
    message: Pick<NewMessage, 'id' | 'seq'>
    quotaRule: string | null
    agentId: AgentId | null
    dueAt?: Date
    meta?: OutboxMeta
  },
  now: Date,
): Promise<void> {
  await db.insert(outbox).values({
    entId: of.customer.entId,
    messageId: put.message.id,
    customerId: of.customer.id,
    seq: put.message.seq,
    relationId: account.id,
    source: account.source,
    requestId: randomUUID(),
    quotaRule: put.quotaRule,
    dueAt: put.dueAt ?? now,
    meta: put.meta ?? {},
    operatorId: put.agentId,
    createdAt: now,
  })
}

/** What the guard and the quota say, without changing anything. */
export async function judge(
  db: Queryable,
  of: Case,
  account: SendingAccount,
  { sendable, senderKind, isConfirmed = false, isRegenerated = false }: OutboundDraft,
  now: Date,
): Promise<{ quota: QuotaState; verdict: GuardVerdict }> {
  const { content, item } = sendable
  const text = content.type === 'text' ? (content.text ?? '') : ''
  const { setting } = account
  const limits = guardLimitsFor(account)
  const counts = await countBefore(db, of, account, text, now)
  const reserve = senderKind === 'human' ? {} : { reserveForHuman: setting.reserveForHuman }
  const quota = quotaState(quotaRulesFor(account), ledgerOf(of, counts, now), now, reserve)
  const verdict = checkOutbound({
    text,
    source: account.source,
    sender: GUARD_SENDERS[senderKind],
    settings: setting,
    limits,
    words: wordsOf(account.source),
    permission: canSend(account.capabilities, item),
    quota,
    sent: { sameText: counts.sameText, unanswered: counts.unanswered },
    isConfirmed,
    isRegenerated,
  })
  return { quota, verdict }
}

/** How many more may be sent now. */
export async function quotaOf(db: Queryable, of: Case, account: SendingAccount, now: Date): Promise<QuotaState> {
  const counts = await countBefore(db, of, account, '', now)
  return quotaState(quotaRulesFor(account), ledgerOf(of, counts, now), now)
}

type Counts = { sameText: number; unanswered: number; strangersToday: number; strangersIn10Min: number }

function ledgerOf({ customer: row }: Case, counts: Counts, now: Date): QuotaLedger {
  return {
    lastInboundAt: row.lastInboundAt,
    sentSinceInbound: row.sentSinceInbound,
    enterAt: row.enterAt,
    sentSinceEnter: row.sentSinceEnter,
    grantUntil: null,
    sentBeforeFirstReply: row.sentBeforeReply,
    today: quotaDay(now),
    enterOpeningsToday: row.enterDay === quotaDay(now) ? row.enterOpenings : 0,
    sentOnGrantToday: 0,
    strangersToday: counts.strangersToday,
    strangersIn10Min: counts.strangersIn10Min,
    sameText24h: counts.sameText,
    blockedUntilInbound: row.quotaClosed,
  }
}

const TEN_MINUTES_MS = 600_000
const DAY_MS = 86_400_000

async function countBefore(db: Queryable, of: Case, account: SendingAccount, text: string, now: Date): Promise<Counts> {
  const { entId, id: customerId, lastInboundSeq } = of.customer
  const lately = new Date(now.getTime() - TEN_MINUTES_MS)
  const yesterday = new Date(now.getTime() - DAY_MS)
  const { rows } = await db.execute<Counts>(sql`select
    (select count(*)::int from sent_text where ent_id = ${entId} and relation_id = ${account.id}
      and text_hash = ${hashOf(text)} and at > ${yesterday} and customer_id <> ${customerId}) as "sameText",
    (select count(*)::int from message m join customer_message c on c.ent_id = m.ent_id and c.customer_id = m.topic_id and c.seq = m.seq
      where m.ent_id = ${entId} and m.topic_id = ${customerId} and m.seq > ${lastInboundSeq} and m.created_at > ${lately}
      and c.sender_kind in ('human', 'ai', 'flow')) as unanswered,
    coalesce((select strangers from channel_day where ent_id = ${entId} and relation_id = ${account.id}
      and day = ${quotaDay(now)}), 0) as "strangersToday",
    (select count(*)::int from customer where ent_id = ${entId} and relation_id = ${account.id}
      and stranger_at > ${lately}) as "strangersIn10Min"`)
  return rows[0] ?? { sameText: 0, unanswered: 0, strangersToday: 0, strangersIn10Min: 0 }
}

const hashOf = (text: string) => createHash('sha256').update(text.trim().toLowerCase()).digest()

/** Counted on the account's row of the day, which two sends at once take one after the other. */
async function noteDay(
  db: Queryable,
  account: SendingAccount,
  day: string,
  add: { sent: number; strangers: number },
): Promise<void> {
  await db
    .insert(channelDay)
    .values({ entId: account.entId, relationId: account.id, day, ...add })
    .onConflictDoUpdate({
      target: [channelDay.entId, channelDay.relationId, channelDay.day],
      set: { sent: sql`${channelDay.sent} + ${add.sent}`, strangers: sql`${channelDay.strangers} + ${add.strangers}` },
    })
}

async function noteText(db: Queryable, { customer: row }: Case, text: string, now: Date): Promise<void> {
  await db.execute(sql`insert into sent_text (ent_id, relation_id, text_hash, customer_id, at)
    values (${row.entId}, ${row.relationId}, ${hashOf(text)}, ${row.id}, ${now})
    on conflict (ent_id, relation_id, text_hash, customer_id) do update set at = excluded.at`)
}

async function countSent(db: Queryable, account: SendingAccount, materialId: string): Promise<void> {
  await db
    .update(material)
    .set({ sent: sql`${material.sent} + 1` })
    .where(and(eq(material.entId, account.entId), eq(material.id, materialId as never)))
}
