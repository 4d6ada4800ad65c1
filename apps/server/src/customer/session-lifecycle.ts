import type { Entry, SessionId } from '@ruwu/contract'
import { isSessionOver, type Reception } from '@ruwu/domain'
import { newId } from '../platform/ids.ts'
import { type Case, changeSession, type NewMessage, type SessionRow, type TurnRow } from './customer-change.ts'
import { changeCase } from './reception-change.ts'

/**
 * The customer came: entered, was led here by an advertisement, or wrote. Ends a session that has been silent for too long and opens
 * one where none is open. True when a session was opened.
 */
export function comeIn(of: Case, signal: { starting: Reception; entry?: Entry }, now: Date): boolean {
  const { customer: row } = of
  row.lastEnterAt = now
  if (signal.entry) row.entry = signal.entry
  if (signal.entry?.ad) row.byAd = true
  noteHour(of, now, { byAd: signal.entry?.ad !== undefined })
  if (of.session && isSessionOver(of.session.lastMessageAt ?? of.session.startAt, now)) endSession(of)
  if (of.session) {
    if (signal.entry && !of.session.entry) changeSession(of, of.session, { entry: signal.entry })
    return false
  }
  if (!of.isNew) changeCase(of, { kind: 'new_session', starting: signal.starting }, now)
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
    firstHumanFrom: null,
    firstAiAt: null,
    lastTalkAt: null,
    hasLead: false,
    queueTold: false,
    welcomedAt: null,
  }
  of.session = opened
  of.turn = undefined
  of.sessions.add(opened)
  of.newSessions.add(opened)
  row.sessionId = opened.id
  return true
}

/** Ends the open session with its last message. An unanswered turn ends with it. */
export function endSession(of: Case, at?: Date): void {
  const { session: open } = of
  if (!open) return
  changeSession(of, open, { endAt: at ?? open.lastMessageAt ?? open.startAt })
  of.session = undefined
  of.turn = undefined
  of.customer.sessionId = null
}

/** Something the customer said themselves: clocks start here. */
export function countOwnMessage(of: Case, added: NewMessage): void {
  const { customer: row, session: open } = of
  const { createdAt: now, seq } = added
  row.inboundCount += 1
  row.lastInboundAt = now
  row.lastInboundSeq = seq
  row.lastInboundTicket = added.platformMessageId
  row.waitingSince ??= now
  row.sentSinceInbound = 0
  row.sentBeforeReply = 0
  row.quotaClosed = null
  noteHour(of, now, { ownMessages: 1 })
  if (!open) return
  changeSession(of, open, { ownMessages: open.ownMessages + 1, firstOwnAt: open.firstOwnAt ?? now, lastTalkAt: now })
  if (of.turn) return
  changeSession(of, open, { turns: open.turns + 1 })
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
  of.turn = begun
  of.turns.add(begun)
  of.newTurns.add(begun)
}

/** Something said on our side: a person's or the AI's word ends the turn, an automatic one only counts. */
export function countOutbound(of: Case, added: NewMessage): void {
  const { customer: row, session: open } = of
  const { createdAt: now, seq, agentId, senderKind } = added
  const isHuman = senderKind === 'human'
  row.lastOutboundSeq = seq
  row.lastOutboundStatus = added.status
  if (isHuman) row.lastHumanSeq = seq
  if (isHuman && agentId) Object.assign(row, { lastHumanAgentId: agentId, lastHumanAt: now })
  if (senderKind === 'flow') {
    if (open) changeSession(of, open, { flowMessages: open.flowMessages + 1 })
    return
  }
  if (!isHuman && senderKind !== 'ai') return
  row.waitingSince = null
  if (of.turn) {
    Object.assign(of.turn, { replyAt: now, replySeq: seq, replyKind: senderKind, replyAgentId: agentId })
    of.turns.add(of.turn)
    of.turn = undefined
  }
  if (!open) return
  changeSession(of, open, { lastTalkAt: now })
  if (isHuman) {
    const from = latest(open.firstOwnAt, row.manualSince)
    changeSession(of, open, {
      humanMessages: open.humanMessages + 1,
      ...(open.firstHumanAt ? {} : { firstHumanAt: now, firstHumanFrom: from }),
      ...(agentId ? { firstAgentId: open.firstAgentId ?? agentId } : {}),
      ...(agentId && !open.agentIds.includes(agentId) ? { agentIds: [...open.agentIds, agentId] } : {}),
    })
  } else {
    changeSession(of, open, { aiMessages: open.aiMessages + 1, firstAiAt: open.firstAiAt ?? now })
  }
}

function noteHour(of: Case, now: Date, add: { byAd?: boolean; ownMessages?: number }): void {
  const { customer: row } = of
  const hour = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS
  const noted = of.hours.get(hour)
  of.hours.set(hour, {
    entId: row.entId,
    relationId: row.relationId,
    hour: new Date(hour),
    customerId: row.id,
    isFirst: noted?.isFirst ?? of.isNew,
    byAd: (noted?.byAd ?? false) || (add.byAd ?? false),
    ownMessages: (noted?.ownMessages ?? 0) + (add.ownMessages ?? 0),
  })
}

const HOUR_MS = 3_600_000

const latest = (a: Date | null, b: Date | null) => (a && b ? (a > b ? a : b) : (a ?? b))
