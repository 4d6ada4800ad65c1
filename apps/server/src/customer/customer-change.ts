import type { AgentId, Content, CustomerEvent, MessageId, MessageStatus, SenderKind, SessionId } from '@ruwu/contract'
import type { customer, customerHour, session, StoredLastMessage, turn } from '../db/schema/index.ts'
import { newId } from '../platform/ids.ts'
import { isReadableContent } from '../chat/message/index.ts'
import { type Additions, noAdditions } from './additions.ts'

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

type MessageDraft = Pick<NewMessage, 'senderKind' | 'content'> &
  Partial<Pick<NewMessage, 'chatId' | 'agentId' | 'platformMessageId' | 'platformTime' | 'status' | 'isFromApp'>>

/** A customer's event without what every one of them carries. */
type BareEvent = CustomerEvent extends infer Each
  ? Each extends CustomerEvent
    ? Omit<Each, 'customerId' | 'customer' | 'receptionEpoch' | 'at'>
    : never
  : never

/** The platform took a message, or did not. */
type Delivery = { messageId: MessageId; isSent: boolean }

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
  /** What became of messages that were on their way. */
  deliveries: Delivery[]
  /** Rows of other tables that belong to what was changed. */
  additions: Additions
  /** As it was when it was locked. */
  before: Readonly<CustomerRow>
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
    deliveries: [],
    additions: noAdditions(),
    before: row,
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
    if (open) changeSession(of, open, { lastMessageAt: now })
  }
  return added
}

/** What lists show of a message. */
const summary = (
  of: Pick<NewMessage, 'content' | 'senderKind' | 'agentId' | 'createdAt' | 'status'>,
): StoredLastMessage => ({
  type: of.content.type,
  text: wordsOf(of.content).slice(0, SUMMARY_CHARS),
  senderKind: of.senderKind,
  agentId: of.agentId,
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

export function changeSession(of: Case, row: SessionRow, to: Partial<SessionRow>): void {
  Object.assign(row, to)
  of.sessions.add(row)
}
