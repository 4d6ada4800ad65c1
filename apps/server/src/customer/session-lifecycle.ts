import type { AgentId, Entry, SessionId } from '@ruwu/contract'
import { isSessionOver, type Reception } from '@ruwu/domain'
import { newId } from '../platform/ids.ts'
import {
  type CustomerChange,
  changeSession,
  type CustomerRow,
  type NewMessage,
  type SessionRow,
  type TurnRow,
} from './customer-change.ts'
import { bindSystemTag } from './customer-tags.ts'
import { changeCustomerReception } from './reception-change.ts'

/**
 * The customer entered, came by an advertisement, or wrote. Ends a session that was silent for too long and opens one where none is
 * open. True when a session was opened.
 */
export function openOrContinueSession(
  change: CustomerChange,
  signal: { starting: Reception; entry?: Entry },
  now: Date,
): boolean {
  const { customer: row } = change
  row.lastEnterAt = now
  row.answeredAt = null
  if (signal.entry) row.entry = signal.entry
  if (signal.entry?.ad) {
    row.byAd = true
    bindSystemTag(change, 'ad_entry', now)
  }
  if (change.session && isSessionOver(change.session.lastMessageAt ?? change.session.startAt, now)) endSession(change)
  if (change.session) {
    if (signal.entry && !change.session.entry) changeSession(change, change.session, { entry: signal.entry })
    noteActivity(change, now, 0)
    return false
  }
  if (!change.isNew) changeCustomerReception(change, { kind: 'new_session', starting: signal.starting }, now)
  const opened: SessionRow = {
    entId: row.entId,
    id: newId<SessionId>(now),
    customerId: row.id,
    relationId: row.relationId,
    source: row.source,
    entry: signal.entry ?? null,
    startAt: now,
    startSeq: row.lastSeq + 1,
    endAt: null,
    lastMessageAt: null,
    receptionPath: [row.receptionType],
    plannedType: signal.starting.receptionType,
    firstAgentId: null,
    agentIds: [],
    ownMessages: 0,
    humanMessages: 0,
    aiMessages: 0,
    flowMessages: 0,
    contactCards: 0,
    turns: 0,
    firstOwnAt: null,
    firstHumanAt: null,
    firstHumanBy: null,
    firstHumanFrom: null,
    firstAiAt: null,
    lastTalkAt: null,
    hasLead: false,
    queueTold: false,
    welcomedAt: null,
    purgedAt: null,
  }
  change.session = opened
  change.turn = undefined
  change.sessions.add(opened)
  change.newSessions.add(opened)
  row.sessionId = opened.id
  noteActivity(change, now, 0)
  return true
}

/** Ends the open session at its last message; an unanswered turn ends with it. */
export function endSession(change: CustomerChange, at?: Date): void {
  const { session: open } = change
  if (!open) return
  changeSession(change, open, { endAt: at ?? open.lastMessageAt ?? open.startAt })
  change.session = undefined
  change.turn = undefined
  change.customer.sessionId = null
}

/** Takes back that the last session was ended, unless it is over by silence or another one is open. */
export function reopenSession(change: CustomerChange, last: SessionRow | undefined, now: Date): void {
  if (!last || change.session || isSessionOver(last.lastMessageAt ?? last.startAt, now)) return
  changeSession(change, last, { endAt: null })
  change.session = last
  change.customer.sessionId = last.id
}

/** 稍后处理 ends: the conversation is back, first in its owner's lists. */
export function returnPostponed(row: CustomerRow, now: Date): void {
  if (row.postponedUntil) Object.assign(row, { postponedUntil: null, returnedAt: now })
}

/** A message of the customer: starts the waiting clock and the turn, resets the reply quotas. */
export function countInbound(change: CustomerChange, added: NewMessage): void {
  const { customer: row, session: open } = change
  const { createdAt: now, seq } = added
  row.inboundCount += 1
  row.lastInboundAt = now
  row.lastInboundSeq = seq
  row.lastInboundTicket = added.platformMessageId
  row.waitingSince ??= now
  returnPostponed(row, now)
  row.sentSinceInbound = 0
  row.sentBeforeReply = 0
  row.quotaClosed = null
  noteActivity(change, now, 1)
  if (!open) return
  changeSession(change, open, {
    ownMessages: open.ownMessages + 1,
    firstOwnAt: open.firstOwnAt ?? now,
    lastTalkAt: now,
  })
  if (change.turn) return
  changeSession(change, open, { turns: open.turns + 1 })
  const begun: TurnRow = {
    entId: row.entId,
    sessionId: open.id,
    no: open.turns,
    customerId: row.id,
    relationId: row.relationId,
    startAt: now,
    startSeq: seq,
    replyAt: null,
    replySeq: null,
    replyKind: null,
    replyAgentId: null,
  }
  change.turn = begun
  change.turns.add(begun)
  change.newTurns.add(begun)
}

/** A message of ours: one by an agent or the AI answers the turn, an automatic one is only counted. */
export function countOutbound(change: CustomerChange, added: NewMessage): void {
  const { customer: row, session: open } = change
  const { createdAt: now, seq, agentId, senderKind } = added
  const isHuman = senderKind === 'human'
  row.lastOutboundSeq = seq
  row.lastOutboundStatus = added.status
  if (isHuman) Object.assign(row, { lastHumanSeq: seq, handoffAt: null, returnedAt: null })
  if (isHuman && agentId) Object.assign(row, { lastHumanAgentId: agentId, lastHumanAt: now })
  if (senderKind === 'flow') {
    if (open) changeSession(change, open, { flowMessages: open.flowMessages + 1 })
    return
  }
  if (!isHuman && senderKind !== 'ai') return
  row.waitingSince = null
  if (change.turn) {
    Object.assign(change.turn, { replyAt: now, replySeq: seq, replyKind: senderKind, replyAgentId: agentId })
    change.turns.add(change.turn)
    change.turn = undefined
  }
  if (!open) return
  changeSession(change, open, { lastTalkAt: now })
  if (isHuman) {
    changeSession(change, open, {
      humanMessages: open.humanMessages + 1,
      ...(open.firstOwnAt && !open.firstHumanAt
        ? { firstHumanAt: now, firstHumanBy: agentId, firstHumanFrom: waitedFrom(open, row.manualSince, now) }
        : {}),
      ...(agentId ? { firstAgentId: open.firstAgentId ?? agentId } : {}),
      ...(agentId && !open.agentIds.includes(agentId) ? { agentIds: [...open.agentIds, agentId] } : {}),
    })
    if (agentId) noteReply(change, agentId, now)
  } else {
    changeSession(change, open, { aiMessages: open.aiMessages + 1, firstAiAt: open.firstAiAt ?? now })
  }
}

/** Facts of the statistics: when the customer entered or wrote. */
function noteActivity(change: CustomerChange, now: Date, ownMessages: number): void {
  const { customer: row, session: open } = change
  if (!open) return
  const slot = slotOf(now)
  const key = `${open.id} ${slot.getTime()}`
  const noted = change.activity.get(key)
  change.activity.set(key, {
    entId: row.entId,
    sessionId: open.id,
    slot,
    customerId: row.id,
    relationId: row.relationId,
    isFirst: noted?.isFirst ?? isBeforeFirstEntry(change.before),
    ownMessages: (noted?.ownMessages ?? 0) + ownMessages,
  })
}

/** The same of an agent's messages. */
function noteReply(change: CustomerChange, agentId: AgentId, now: Date): void {
  const { customer: row, session: open } = change
  if (!open) return
  const slot = slotOf(now)
  const key = `${open.id} ${agentId} ${slot.getTime()}`
  change.replies.set(key, {
    entId: row.entId,
    sessionId: open.id,
    agentId,
    slot,
    customerId: row.id,
    relationId: row.relationId,
    replies: (change.replies.get(key)?.replies ?? 0) + 1,
  })
}

/** The customer has neither entered nor written: new, or known only by a comment, a copied number or messages that the merchant wrote first. */
export const isBeforeFirstEntry = ({ enterAt, inboundCount, sessionId }: CustomerRow): boolean =>
  enterAt === null && inboundCount === 0 && sessionId === null

const SLOT_MS = 900_000
const slotOf = (now: Date) => new Date(Math.floor(now.getTime() / SLOT_MS) * SLOT_MS)

/** Start of a first human response. Null: the reply itself took the customer from the AI or a workflow, so the customer did not wait for a person. */
function waitedFrom({ firstOwnAt, receptionPath }: SessionRow, manualSince: Date | null, now: Date): Date | null {
  const isTakeOver = receptionPath.length > 1 && manualSince?.getTime() === now.getTime()
  return isTakeOver ? null : latest(firstOwnAt, manualSince)
}

const latest = (a: Date | null, b: Date | null) => (a && b ? (a > b ? a : b) : (a ?? b))
