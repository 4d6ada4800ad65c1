import { randomUUID } from 'node:crypto'
import type { AgentId } from '@ruwu/contract'
import {
  canSend,
  checkOutbound,
  type GuardSender,
  type GuardVerdict,
  isAutomation,
  isContactRequest,
  type OutboundKind,
  outboundRules,
  type PromptState,
  quotaDay,
  type QuotaLedger,
  quotaState,
  type QuotaState,
} from '@ruwu/domain'
import type { Queryable } from '../db/database.ts'
import type { OutboxMeta } from '../db/schema/index.ts'
import { append, type CustomerChange, type CustomerRow, type NewMessage } from '../customer/customer-change.ts'
import { countOutbound } from '../customer/session-lifecycle.ts'
import { guardedText, type Sendable, withGuardedText } from './outbound-content.ts'
import { countWordHits, findBannedWords } from './banned-words.repo.ts'
import { insertOutbox } from './outbox.repo.ts'
import {
  countMaterialSent,
  countOnDay,
  type Counts,
  countSentBefore,
  NOTHING_COUNTED,
  noteSentText,
} from './quota.repo.ts'
import { chargeQuota } from './quota.ts'
import { guardLimitsFor, quotaRulesFor, type SendingAccount } from './sending-account.ts'

type OutboundDraft = {
  sendable: Sendable
  /** Decides, with what the customer did, which rules apply. */
  kind: OutboundKind
  senderKind: 'human' | 'ai' | 'flow'
  agentId: AgentId | null
  chatId?: string
  isConfirmed?: boolean
  /** Not sent before this. */
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
      verdict: GuardVerdict
    }
  /** Nothing was changed; the verdict holds the reason and whether the agent may confirm. */
  | { isPut: false; verdict: GuardVerdict; quota: QuotaState }

const GUARD_SENDERS: Record<OutboundDraft['senderKind'], GuardSender> = { human: 'person', ai: 'ai', flow: 'flow' }

/**
 * The send path of every new message: guards, quota charge and the pending message, in the caller's transaction that holds the customer's row lock.
 * `queueOutbound` then writes the outbox row.
 */
export async function putOutbound(
  db: Queryable,
  change: CustomerChange,
  account: SendingAccount,
  draft: OutboundDraft,
  now: Date,
): Promise<Put> {
  const { customer: row } = change
  const { prompt, rules } = outboundRules(draft.kind, promptState(row), now)
  const isToStranger = rules.includes('stranger') && row.lastInboundAt === null && row.strangerAt === null
  // Takes the row lock of the account's day: first messages to strangers are counted per account, one after the other.
  if (isToStranger) await countOnDay(db, account, quotaDay(now), {})
  const { quota, verdict } = await checkGuards(db, change, account, draft, now)
  // A refused message of an agent rolls this transaction back: its hits are counted by the sender of the refusal.
  if (draft.senderKind !== 'human') await countWordHits(db, account, { hits: verdict.hits, agentId: null }, now)
  if (verdict.action !== 'send') return { isPut: false, verdict, quota }
  const content = withGuardedText(draft.sendable.content, verdict.text)

  const day = quotaDay(now)
  chargeQuota(row, quota.ruleId, day)
  if (isToStranger) row.strangerAt = now
  if (prompt !== null) row.answeredAt ??= now
  const message = append(
    change,
    {
      senderKind: draft.senderKind,
      agentId: draft.agentId,
      content,
      status: 0,
      isUnprompted: prompt === null,
      isUncounted: draft.senderKind === 'flow' && draft.kind !== 'reply' && !isAutomation(draft.kind),
      ...(draft.chatId ? { chatId: draft.chatId } : {}),
    },
    now,
  )
  countOutbound(change, message)
  if (isContactRequest(content)) row.contactAskedSeq = message.seq
  await countOnDay(db, account, day, { sent: 1, strangers: isToStranger ? 1 : 0 })
  if (content.type === 'text' && prompt === null) await noteSentText(db, change, content.text ?? '', now)
  if (draft.sendable.materialId) await countMaterialSent(db, account, draft.sendable.materialId)
  return { isPut: true, message, quotaRule: quota.ruleId, quota: await readQuota(db, change, account, now), verdict }
}

/** The outbox row; inserted after the message it refers to (foreign key). */
export async function queueOutbound(
  db: Queryable,
  change: CustomerChange,
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
  await insertOutbox(db, {
    entId: change.customer.entId,
    messageId: put.message.id,
    customerId: change.customer.id,
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

/** Verdict of guards and quota; changes nothing. */
export async function checkGuards(
  db: Queryable,
  change: CustomerChange,
  account: SendingAccount,
  { sendable, kind, senderKind, isConfirmed = false }: OutboundDraft,
  now: Date,
): Promise<{ quota: QuotaState; verdict: GuardVerdict }> {
  const { content, item, codes } = sendable
  const text = guardedText(content)
  const { setting } = account
  const limits = guardLimitsFor(account)
  const { prompt, rules } = outboundRules(kind, promptState(change.customer), now)
  const counts = prompt ? NOTHING_COUNTED : await countSentBefore(db, change, account, text, now)
  const reserve = senderKind === 'human' ? {} : { reserveForHuman: setting.reserveForHuman }
  const quota = quotaState(quotaRulesFor(account), ledgerOf(change, counts, now), now, {
    ...reserve,
    isPrompted: prompt !== null,
  })
  const verdict = checkOutbound({
    text,
    ...(codes === undefined ? {} : { codes }),
    source: account.source,
    sender: GUARD_SENDERS[senderKind],
    settings: setting,
    limits,
    rules,
    words: await findBannedWords(db, account.entId, account.source),
    permission: canSend(account.capabilities, item),
    quota,
    sent: { sameText: counts.sameText, unanswered: counts.unanswered },
    isConfirmed,
    // The engine has tried another wording before.
    isRegenerated: true,
  })
  return { quota, verdict }
}

const PUBLIC_RULES = ['length', 'link', 'contact', 'word'] as const

/** Verdict on the text of a reply to a comment: it is no private message, and takes none of their number. */
export async function checkCommentText(db: Queryable, account: SendingAccount, text: string): Promise<GuardVerdict> {
  return checkOutbound({
    text,
    source: account.source,
    sender: GUARD_SENDERS.flow,
    settings: account.setting,
    limits: guardLimitsFor(account),
    rules: PUBLIC_RULES,
    words: await findBannedWords(db, account.entId, account.source),
    permission: { allowed: true },
  })
}

/** Messages of this kind that may still be sent now. */
export async function readQuota(
  db: Queryable,
  change: CustomerChange,
  account: SendingAccount,
  now: Date,
  kind: OutboundKind = 'reply',
): Promise<QuotaState> {
  const isPrompted = outboundRules(kind, promptState(change.customer), now).prompt !== null
  const counts = isPrompted ? NOTHING_COUNTED : await countSentBefore(db, change, account, '', now)
  return quotaState(quotaRulesFor(account), ledgerOf(change, counts, now), now, { isPrompted })
}

/** Whether a message of this kind would answer an act of the customer. */
export const isPromptedNow = (row: CustomerRow, kind: OutboundKind, now: Date): boolean =>
  outboundRules(kind, promptState(row), now).prompt !== null

/** Entries, messages and comments of the customer are acts; a customer to whom we wrote first has none. */
function promptState({ lastInboundAt, enterAt, commentAt, lastEnterAt, answeredAt }: CustomerRow): PromptState {
  if (lastInboundAt === null && enterAt === null && commentAt === null) return { act: null, answeredAt }
  const isLatest = (act: Date | null) => act !== null && act >= lastEnterAt
  const kind = isLatest(lastInboundAt) ? 'message' : isLatest(commentAt) ? 'comment' : 'entry'
  return { act: { kind, at: lastEnterAt }, answeredAt }
}

function ledgerOf({ customer: row }: CustomerChange, counts: Counts, now: Date): QuotaLedger {
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
    isCountedStranger: row.strangerAt !== null,
    sameText24h: counts.sameText,
    blockedUntilInbound: row.quotaClosed,
  }
}
