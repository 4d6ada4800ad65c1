import type { AgentId, ConsoleEvent, CustomerId, NotifyEvent } from '@ruwu/contract'
import { NOTIFY_REPEAT_MS, type Notice } from '@ruwu/domain'

type NoticeTimers = {
  start(run: () => void, ms: number): unknown
  stop(timer: unknown): void
}

type UnseenNoticesDeps = {
  timers: NoticeTimers
  /** Announces a new notice: sound, desktop notification, hint. */
  deliver(notice: Notice): void
  /** The repeat interval has passed with unseen notices: announced again, once for all. */
  repeat(unseen: readonly Notice[]): void
  onChange(unseen: readonly Notice[]): void
  me(): AgentId | undefined
}

type Waiting = { notice: Notice; seq: number }

/** The conversation's sequence number at the notice; 0 for hints. */
const seqOf = (event: ConsoleEvent) => ('customer' in event ? event.customer.lastSeq : 0)

const keyOf = ({ customerId, event }: Notice) => customerId ?? event

/** Keeps notices until they are seen and repeats them meanwhile. */
export function createUnseenNotices({ timers, deliver, repeat, onChange, me }: UnseenNoticesDeps) {
  let unseen = new Map<string, Waiting>()
  let repeating: unknown

  const notices = () => [...unseen.values()].map((it) => it.notice)

  function put(next: Map<string, Waiting>) {
    unseen = next
    if (unseen.size === 0) {
      timers.stop(repeating)
      repeating = undefined
    } else if (repeating === undefined) repeating = timers.start(again, NOTIFY_REPEAT_MS)
    onChange(notices())
  }

  function again() {
    repeating = timers.start(again, NOTIFY_REPEAT_MS)
    repeat(notices())
  }

  function drop(isSeen: (waiting: Waiting) => boolean) {
    const left = [...unseen].filter(([, waiting]) => !isSeen(waiting))
    if (left.length < unseen.size) put(new Map(left))
  }

  return {
    take(notice: Notice, event: ConsoleEvent) {
      put(new Map(unseen).set(keyOf(notice), { notice, seq: seqOf(event) }))
      deliver(notice)
    },

    /** Another agent, or the agent's other screens, may have done what the notice asks for. */
    hear(event: ConsoleEvent) {
      if (event.type === 'cus_seat') {
        const { customerId, seat } = event
        if (!seat.markedUnread) drop(({ notice, seq }) => notice.customerId === customerId && seat.readSeq >= seq)
        return
      }
      if (!('customer' in event)) return
      if (!isSettled(event, me())) return
      drop(({ notice }) => notice.customerId === event.customerId && ASKS_FOR_ANSWER.has(notice.event))
    },

    /** The conversation is visible in a focused tab. */
    see(customerId: CustomerId | null) {
      drop(({ notice }) => notice.customerId === null || notice.customerId === customerId)
    },

    stop() {
      put(new Map())
    },
  }
}

/** Notices that end when the customer gets an answer; a mention or a failure must be seen by the agent. */
const ASKS_FOR_ANSWER: ReadonlySet<NotifyEvent> = new Set([
  'customer_create',
  'my_message',
  'unassigned_message',
  'assigned',
  'handoff',
  'wait_warning',
])

type CustomerEvent = Extract<ConsoleEvent, { customer: unknown }>

const isAnswer = (event: CustomerEvent) =>
  event.type === 'cus_message' && event.message.senderKind === 'human' && event.message.content.type !== 'note'

/** Nothing is left to do for this agent: answered, or owned by a colleague or the AI. */
function isSettled(event: CustomerEvent, me: AgentId | undefined): boolean {
  const { agentId, receptionType } = event.customer
  return isAnswer(event) || receptionType === 'ai_agent' || (agentId !== null && agentId !== me)
}
