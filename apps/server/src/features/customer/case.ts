import type {
  AgentId,
  AiOffReason,
  Content,
  CustomerEvent,
  Entry,
  LastMessage,
  MessageId,
  MessageStatus,
  ReceptionType,
  SenderKind,
  SessionId,
} from '@ruwu/contract'
import { isSessionOver, type Reception } from '@ruwu/domain'
import type { customer, customerHour, session, turn } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { isReadableContent } from '../message/index.ts'

export type CustomerRow = typeof customer.$inferSelect
export type SessionRow = typeof session.$inferSelect
export type TurnRow = typeof turn.$inferSelect
type HourRow = typeof customerHour.$inferSelect

/** A message that is being added to a customer's thread. */
export type NewMessage = {
  id: MessageId
  seq: number
  chatId: string
  senderId: string
  senderKind: SenderKind
  agentId: AgentId | null
  sessionId: SessionId | null
  content: Content
  createdAt: Date
  platformMessageId: string | null
  platformTime: Date | null
  status: MessageStatus
  isFromApp: boolean
}

export type MessageDraft = Pick<NewMessage, 'senderKind' | 'content'> &
  Partial<Pick<NewMessage, 'chatId' | 'agentId' | 'platformMessageId' | 'platformTime' | 'status' | 'isFromApp'>>

/** A customer's event without what every one of them carries. */
type BareEvent = CustomerEvent extends infer Each
  ? Each extends CustomerEvent
    ? Omit<Each, 'customerId' | 'receptionEpoch' | 'at'>
    : never
  : never

/**
 * A customer whose row is locked, and everything that is being changed and added in this transaction. The functions below
 * keep its parts in step; `writeCases` writes them as one.
 */
export type Case = {
  customer: CustomerRow
  isNew: boolean
  /** The open session and its open turn. */
  session: SessionRow | undefined
  turn: TurnRow | undefined
  /** Sessions and turns that were opened or changed, the open ones among them. */
  sessions: Set<SessionRow>
  newSessions: Set<SessionRow>
  turns: Set<TurnRow>
  newTurns: Set<TurnRow>
  messages: NewMessage[]
  hours: Map<number, HourRow>
  events: BareEvent[]
  /** The owner before, who must hear of losing the customer. */
  formerOwner: AgentId | null
}

export function openCase(row: CustomerRow, open: { session?: SessionRow; turn?: TurnRow; isNew?: boolean } = {}): Case {
  return {
    customer: { ...row },
    isNew: open.isNew ?? false,
    session: open.session && { ...open.session },
    turn: open.turn && { ...open.turn },
    sessions: new Set(),
    newSessions: new Set(),
    turns: new Set(),
    newTurns: new Set(),
    messages: [],
    hours: new Map(),
    events: [],
    formerOwner: row.agentId,
  }
}

/** Adds a message with the thread's next number. */
export function append(of: Case, draft: MessageDraft, now: Date): NewMessage {
  const { customer: row, session: open } = of
  row.lastSeq += 1
  const id = newId<MessageId>(now)
  const added: NewMessage = {
    id,
    seq: row.lastSeq,
    chatId: draft.chatId ?? id,
    senderId: draft.senderKind === 'customer' ? row.id : (draft.agentId ?? draft.senderKind),
    senderKind: draft.senderKind,
    agentId: draft.agentId ?? null,
    sessionId: open?.id ?? null,
    content: draft.content,
    createdAt: now,
    platformMessageId: draft.platformMessageId ?? null,
    platformTime: draft.platformTime ?? null,
    status: draft.status ?? 1,
    isFromApp: draft.isFromApp ?? false,
  }
  of.messages.push(added)
  if (isReadableContent(added.content)) {
    row.lastMessage = summary(added)
    row.lastMessageSeq = added.seq
    row.lastMessageAt = now
    if (open) change(of, open, { lastMessageAt: now })
  }
  return added
}

/** What lists show of a message. */
export const summary = (of: Pick<NewMessage, 'content' | 'senderKind' | 'createdAt' | 'status'>): LastMessage => ({
  type: of.content.type,
  text: wordsOf(of.content).slice(0, SUMMARY_CHARS),
  senderKind: of.senderKind,
  createdAt: of.createdAt.toISOString(),
  status: of.status,
})

const SUMMARY_CHARS = 200

const wordsOf = ({ text, placeholder }: Content) => text || (typeof placeholder === 'string' ? placeholder : '')

/** A grey line of the thread: what happened, in words. It is nobody's message and counts as none. */
export function appendLine(of: Case, line: { kind: string; text: string; extra?: Record<string, string> }, now: Date) {
  const content = { type: 'system', text: line.text, extra: { kind: line.kind, ...line.extra }, unreadable: true }
  return append(of, { senderKind: 'system', content }, now)
}

/**
 * The customer came: entered, was led here by an advertisement, or wrote. Ends a session that has been silent for too long and opens
 * one where none is open. True when a session was opened.
 */
export function comeIn(of: Case, signal: { starting: Reception; entry?: Entry }, now: Date): boolean {
  const { customer: row } = of
  row.lastEnterAt = now
  if (signal.entry) row.entry = signal.entry
  noteHour(of, now, { byAd: signal.entry?.ad !== undefined })
  if (of.session && isSessionOver(of.session.lastMessageAt ?? of.session.startAt, now)) endSession(of)
  if (of.session) {
    if (signal.entry && !of.session.entry) change(of, of.session, { entry: signal.entry })
    return false
  }
  // A person's own switch is never undone by the system.
  if (!of.isNew && row.aiOffReason !== 'agent_toggle') receiveAnew(of, signal.starting, now)
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
  }
  of.session = opened
  of.turn = undefined
  of.sessions.add(opened)
  of.newSessions.add(opened)
  row.sessionId = opened.id
  if (row.archive) {
    row.archive = false
    of.events.push({ type: 'cus_change_archive', archive: false, operatorId: null })
  }
  return true
}

/** Ends the open session with its last message. An unanswered turn ends with it. */
export function endSession(of: Case, at?: Date): void {
  const { session: open } = of
  if (!open) return
  change(of, open, { endAt: at ?? open.lastMessageAt ?? open.startAt })
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
  change(of, open, { ownMessages: open.ownMessages + 1, firstOwnAt: open.firstOwnAt ?? now, lastTalkAt: now })
  if (of.turn) return
  change(of, open, { turns: open.turns + 1 })
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
  if (isHuman) row.lastHumanSeq = seq
  if (senderKind === 'flow') {
    if (open) change(of, open, { flowMessages: open.flowMessages + 1 })
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
  change(of, open, { lastTalkAt: now })
  if (isHuman) {
    const from = latest(open.firstOwnAt, row.manualSince)
    change(of, open, {
      humanMessages: open.humanMessages + 1,
      ...(open.firstHumanAt ? {} : { firstHumanAt: now, firstHumanFrom: from }),
      ...(agentId ? { firstAgentId: open.firstAgentId ?? agentId } : {}),
      ...(agentId && !open.agentIds.includes(agentId) ? { agentIds: [...open.agentIds, agentId] } : {}),
    })
  } else {
    change(of, open, { aiMessages: open.aiMessages + 1, firstAiAt: open.firstAiAt ?? now })
  }
}

/** Another type of reception gets another epoch; what was begun under the old one no longer holds. */
export function setReception(of: Case, to: Reception & { autoEnableAt?: Date | null }, now: Date): boolean {
  const { customer: row, session: open } = of
  const isOther = row.receptionType !== to.receptionType
  row.aiOffReason = to.aiOffReason
  row.autoEnableAt = to.autoEnableAt ?? null
  if (!isOther) return false
  row.receptionType = to.receptionType
  row.receptionEpoch += 1
  if (to.receptionType === 'manual') row.manualSince = now
  if (open) change(of, open, { receptionPath: [...open.receptionPath, to.receptionType] })
  return true
}

/** A person spoke where the AI or a workflow was answering: they fall silent. */
export function yieldToPerson(of: Case, operatorId: AgentId | null, now: Date): void {
  const { customer: row } = of
  const from = row.receptionType
  if (from === 'manual') {
    if (row.aiOffReason !== 'schedule' && row.aiOffReason !== 'points') return
    row.aiOffReason = 'human_reply'
    of.events.push({
      type: 'agent_update_customer_info',
      changed: { aiOffReason: row.aiOffReason, autoEnableAt: null },
      operatorId,
    })
    return
  }
  setReception(of, { receptionType: 'manual', aiOffReason: 'human_reply' }, now)
  appendLine(
    of,
    { kind: 'reception', text: from === 'ai_agent' ? 'AI 托管已关闭：人工回复' : '工作流已结束：人工回复' },
    now,
  )
  if (from === 'workflow') of.events.push({ type: 'cus_change_enable_workflow', enableWorkflow: false, operatorId })
  else of.events.push({ type: 'cus_auto_disable_ai', aiOffReason: 'human_reply', autoEnableAt: null, operatorId })
}

/** A known customer's new session begins as the plan says. */
function receiveAnew(of: Case, to: Reception, now: Date): void {
  const { receptionType: from, aiOffReason: reason } = of.customer
  const hadReturn = of.customer.autoEnableAt !== null
  if (!setReception(of, to, now)) {
    if (reason === to.aiOffReason && !hadReturn) return
    of.events.push({
      type: 'agent_update_customer_info',
      changed: { aiOffReason: to.aiOffReason, autoEnableAt: null },
      operatorId: null,
    })
    return
  }
  if (from === 'ai_agent') of.events.push(aiOff(to.aiOffReason ?? 'schedule'))
  if (from === 'workflow')
    of.events.push({ type: 'cus_change_enable_workflow', enableWorkflow: false, operatorId: null })
  if (to.receptionType === 'ai_agent') of.events.push({ type: 'cus_delay_auto_enable_ai', operatorId: null })
  if (to.receptionType === 'workflow')
    of.events.push({ type: 'cus_change_enable_workflow', enableWorkflow: true, operatorId: null })
  appendLine(of, { kind: 'reception', text: `新会话，由${RECEPTION_WORDS[to.receptionType]}接待` }, now)
}

const RECEPTION_WORDS: Record<ReceptionType, string> = { ai_agent: ' AI ', workflow: '工作流', manual: '人工' }

const aiOff = (aiOffReason: AiOffReason): BareEvent => ({
  type: 'cus_auto_disable_ai',
  aiOffReason,
  autoEnableAt: null,
  operatorId: null,
})

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

function change(of: Case, row: SessionRow, to: Partial<SessionRow>): void {
  Object.assign(row, to)
  of.sessions.add(row)
}

const latest = (a: Date | null, b: Date | null) => (a && b ? (a > b ? a : b) : (a ?? b))
