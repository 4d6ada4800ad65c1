import type { AgentId, Content, CustomerEvent, MessageId, MessageStatus, SenderKind, SessionId } from '@ruwu/contract'
import { excerptOf, isReadable } from '@ruwu/domain'
import type { agentReply, customer, customerActivity, session, StoredLastMessage, turn } from '../db/schema/index.ts'
import { newId } from '../platform/ids.ts'
import { type Additions, noAdditions } from './additions.ts'

export type CustomerRow = typeof customer.$inferSelect
export type SessionRow = typeof session.$inferSelect
export type TurnRow = typeof turn.$inferSelect
type ActivityRow = typeof customerActivity.$inferSelect
type ReplyRow = typeof agentReply.$inferSelect

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
  /** Ours, and no answer to an act of the customer. */
  isUnprompted: boolean
  /** Sent as `flow`, and no automation. */
  isUncounted: boolean
}

type MessageDraft = Pick<NewMessage, 'senderKind' | 'content'> &
  Partial<
    Pick<
      NewMessage,
      | 'chatId'
      | 'agentId'
      | 'platformMessageId'
      | 'platformTime'
      | 'status'
      | 'isFromApp'
      | 'isUnprompted'
      | 'isUncounted'
    >
  >

/** A customer event without the fields that the writer adds to all of them. */
type BareEvent = CustomerEvent extends infer Each
  ? Each extends CustomerEvent
    ? Omit<Each, 'customerId' | 'customer' | 'receptionEpoch' | 'at'>
    : never
  : never

/** Result of a send: delivered or failed. */
type Delivery = { messageId: MessageId; isSent: boolean }

/**
 * Unit of work for one customer: the locked row and everything this transaction changes or adds. The functions below keep its parts
 * consistent; CustomerWriter.commit writes them and emits the events.
 */
export type CustomerChange = {
  customer: CustomerRow
  isNew: boolean
  /** The open session and its unanswered turn. */
  session: SessionRow | undefined
  turn: TurnRow | undefined
  /** Opened and changed sessions and turns. */
  sessions: Set<SessionRow>
  newSessions: Set<SessionRow>
  turns: Set<TurnRow>
  newTurns: Set<TurnRow>
  messages: NewMessage[]
  /** Facts of the statistics, by session and quarter of an hour. */
  activity: Map<string, ActivityRow>
  replies: Map<string, ReplyRow>
  events: BareEvent[]
  /** Send results of earlier messages. */
  deliveries: Delivery[]
  /** Rows of other tables written with the change. */
  additions: Additions
  /** The row as it was locked. */
  before: Readonly<CustomerRow>
}

export function startChange(
  row: CustomerRow,
  open: { session?: SessionRow; turn?: TurnRow; isNew?: boolean } = {},
): CustomerChange {
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
    activity: new Map(),
    replies: new Map(),
    events: [],
    deliveries: [],
    additions: noAdditions(),
    before: row,
  }
}

/** Appends a message with the thread's next sequence number. */
export function append(change: CustomerChange, draft: MessageDraft, now: Date): NewMessage {
  const { customer: row, session: open } = change
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
    isUnprompted: draft.isUnprompted ?? false,
    isUncounted: draft.isUncounted ?? false,
  }
  change.messages.push(added)
  if (isReadable(added.content)) {
    row.lastMessage = summary(added)
    row.lastMessageSeq = added.seq
    row.lastMessageAt = now
    if (open) changeSession(change, open, { lastMessageAt: now })
  }
  return added
}

/** The list's summary of a message. */
const summary = (
  message: Pick<NewMessage, 'content' | 'senderKind' | 'agentId' | 'createdAt' | 'status'>,
): StoredLastMessage => ({
  type: message.content.type,
  text: excerptOf(wordsOf(message.content), SUMMARY_CHARS),
  senderKind: message.senderKind,
  agentId: message.agentId,
  createdAt: message.createdAt.toISOString(),
  status: message.status,
})

const SUMMARY_CHARS = 200

const wordsOf = ({ text, placeholder }: Content) => text || (typeof placeholder === 'string' ? placeholder : '')

/** A grey system line of the thread; not readable, so it counts neither as last message nor as unread. */
export function appendLine(
  change: CustomerChange,
  line: { kind: string; text: string; extra?: Record<string, string> },
  now: Date,
) {
  const content = { type: 'system', text: line.text, extra: { kind: line.kind, ...line.extra }, unreadable: true }
  return append(change, { senderKind: 'system', content }, now)
}

export function changeSession(change: CustomerChange, row: SessionRow, to: Partial<SessionRow>): void {
  Object.assign(row, to)
  change.sessions.add(row)
}

/** Delivery status of the newest outgoing message, and of the list's summary where it shows that message. */
export function setMessageStatus({ customer: row }: CustomerChange, seq: number, status: MessageStatus): void {
  if (row.lastOutboundSeq === seq) row.lastOutboundStatus = status
  if (row.lastMessage && row.lastMessageSeq === seq) row.lastMessage = { ...row.lastMessage, status }
}
