import type { Content, EntId } from '@ruwu/contract'
import {
  COMMENT_TEXTS,
  isContactRequest,
  RECALL_WINDOW_MS,
  RECALLED,
  returnTime,
  type StartingSituation,
} from '@ruwu/domain'
import type { Party } from '../channels/source.ts'
import type { CapturedContact } from '../customer/lead-recorder.ts'
import { append, appendLine, changeSession, type CustomerChange, startChange } from '../customer/customer-change.ts'
import { platformPersonKey } from '../customer/customer-change.repo.ts'
import { noteRecall, RECALLED_CONTENT } from '../customer/recall.ts'
import { changeCustomerReception } from '../customer/reception-change.ts'
import { entryLine, hasEntry } from '../customer/entry-line.ts'
import { bindSystemTag, readIntent, setIntent } from '../customer/customer-tags.ts'
import {
  openOrContinueSession,
  countOutbound,
  countInbound,
  isBeforeFirstEntry,
} from '../customer/session-lifecycle.ts'
import { type ChatContent, submittedForm, toChatContent } from './chat-content.ts'
import {
  type Cause,
  type ConversationEvent,
  type InboundAccount,
  type InboundItem,
  STALE_MS,
} from './conversation-event.ts'
import { type KnownMessage, messageName } from './known-message.repo.ts'
import { AVATAR_SEQ, type MediaToFetch } from './media.repo.ts'
import { newCustomer, updateProfile } from './new-customer.ts'

/** An echo or recall that waits for the message it refers to. */
export type Held = {
  account: InboundAccount
  kind: 'echo' | 'recall'
  platformMessageId: string
  event: ConversationEvent
}

/** A stored message that an event changes. */
type MessageChange = {
  change: CustomerChange
  known: KnownMessage
  to: { recalled?: true; arrived?: true }
}

/** Result of a batch of events. */
export type BatchResult = {
  changes: CustomerChange[]
  held: Held[]
  media: MediaToFetch[]
  messageChanges: MessageChange[]
  reads: { change: CustomerChange; seq: number }[]
  cards: { account: InboundAccount; change: CustomerChange; cardId: string; to: 'copied' | 'submitted' }[]
  causes: Cause[]
  captured: CapturedContact[]
}

export type BatchInput = {
  items: readonly InboundItem[]
  /** Existing customers by person, locked. */
  changes: ReadonlyMap<string, CustomerChange>
  /** By customer id: the same, and customers of referenced messages. */
  changesById: ReadonlyMap<string, CustomerChange>
  known: ReadonlyMap<string, KnownMessage>
  /** Recalls that came before their messages. */
  earlyRecalls: ReadonlySet<string>
  /** Of the contents that customers came from: by enterprise and the platform's id. */
  titles: ReadonlyMap<EntId, ReadonlyMap<string, string>>
  now: Date
}

/** Applies events in the given order to their customers. Pure but for new ids: reads and writes nothing. */
export function applyBatch(input: BatchInput): BatchResult {
  const { known, now } = input
  const byPerson = new Map(input.changes)
  const touched = new Set<CustomerChange>()
  const received = new Map<string, KnownMessage>()
  const result: BatchResult = {
    changes: [],
    held: [],
    media: [],
    messageChanges: [],
    reads: [],
    cards: [],
    causes: [],
    captured: [],
  }

  const find = (account: InboundAccount, messageId: string) => {
    const name = nameOf(account, messageId)
    return received.get(name) ?? known.get(name)
  }
  const forms = new Map(input.items.flatMap(formOf))

  const changeFor = (account: InboundAccount, party: Party, conversationKey: string | undefined): CustomerChange => {
    const name = platformPersonKey({ relationId: account.id, platformUserId: party.platformId })
    const change = byPerson.get(name) ?? startChange(newCustomer(account, party, now), { isNew: true })
    if (change.isNew && party.avatarUrl && !byPerson.has(name)) {
      const media = { via: 'url', url: party.avatarUrl }
      result.media.push({ change, seq: AVATAR_SEQ, relationId: account.id, media })
    }
    byPerson.set(name, change)
    touched.add(change)
    updateProfile(change.customer, party, conversationKey)
    return change
  }

  const addMessage = (
    account: InboundAccount,
    event: Extract<ConversationEvent, { kind: 'message' | 'echo' }>,
    change: CustomerChange,
  ) => {
    const form = forms.get(nameOf(account, event.messageId))
    const { content, media }: ChatContent = form ? { content: form } : toChatContent(account.source, event.content)
    const isOwn = event.kind === 'message'
    const isSystem = event.kind === 'echo' && event.origin === 'system'
    const wasRecalled = input.earlyRecalls.has(nameOf(account, event.messageId))
    const added = append(
      change,
      {
        senderKind: isOwn ? 'customer' : isSystem ? 'system' : 'human',
        content: wasRecalled ? RECALLED_CONTENT : content,
        platformMessageId: event.messageId,
        platformTime: event.occurredAt,
        isFromApp: !isOwn,
      },
      now,
    )
    if (media && !wasRecalled) result.media.push({ change, seq: added.seq, relationId: account.id, media })
    received.set(nameOf(account, event.messageId), {
      ...added,
      entId: account.entId,
      relationId: account.id,
      platformMessageId: event.messageId,
      customerId: change.customer.id,
      isRead: false,
    })
    return added
  }

  /** A submitted form that came without a message. */
  const appendForm = (change: CustomerChange, event: Of<'card_submitted'>['event']) => {
    const content = submittedForm(event)
    const from = { platformMessageId: event.eventKey, platformTime: event.occurredAt }
    const added = append(change, { senderKind: 'customer', content, ...from }, now)
    const ticket = change.customer.lastInboundTicket
    countInbound(change, added)
    // A form has no platform message id that a reply could refer to.
    change.customer.lastInboundTicket = ticket
    return added
  }

  const wake = (
    { account, event }: InboundItem,
    change: CustomerChange,
    cause: DistributedOmit<Cause, 'entId' | 'customerId'>,
  ) => {
    if (now.getTime() - event.occurredAt.getTime() >= STALE_MS) return
    const isWatched = account.hasCardRules || change.customer.handoffAt !== null
    if (cause.kind === 'message' && !isWatched && cause.cardId === undefined) return
    result.causes.push({ entId: change.customer.entId, customerId: change.customer.id, ...cause })
  }

  const apply: { [Kind in ConversationEvent['kind']]: (item: Of<Kind>) => void } = {
    message({ account, event }) {
      if (find(account, event.messageId)) return
      const change = changeFor(account, event.from, event.conversationKey)
      const isFirst = isBeforeFirstEntry(change.customer)
      continueSessionByMessage(change, account, now)
      const added = addMessage(account, event, change)
      countInbound(change, added)
      bindSystemTag(change, 'talked', now)
      const text = event.content.type === 'text' ? event.content.text : ''
      readIntent(change, text, now)
      if (added.content.type === 'text')
        result.captured.push({ change: change, messageId: added.id, from: 'text', text })
      wake({ account, event }, change, { messageSeq: added.seq, kind: 'message', text, isFirst })
    },
    echo({ account, event }) {
      const mine = find(account, event.messageId)
      if (mine) {
        const change = input.changesById.get(mine.customerId)
        if (change && mine.status !== 1) result.messageChanges.push({ change, known: mine, to: { arrived: true } })
        return
      }
      if (event.origin === 'our_api') {
        result.held.push({ account, kind: 'echo', platformMessageId: event.messageId, event })
        return
      }
      const change = changeFor(account, event.to, event.conversationKey)
      const added = addMessage(account, event, change)
      if (event.origin === 'system') return
      const returnAt = returnTime(account.returns.after, now, account.returns.timeZone)
      changeCustomerReception(change, { kind: 'human_send', sender: null, returnAt }, now)
      countOutbound(change, added)
      change.customer.answeredAt ??= now
      if (isContactRequest(added.content)) change.customer.contactAskedSeq = added.seq
    },
    enter({ account, event }) {
      const change = changeFor(account, event.from, event.conversationKey)
      const { customer: row } = change
      // A repeated enter event opens no second reply window.
      if (event.messageId !== undefined && row.enterTicket === event.messageId) return
      const isFirst = isBeforeFirstEntry(row)
      const entry = hasEntry(event.entry) ? event.entry : undefined
      openOrContinueSession(change, { starting: account.starting, ...(entry ? { entry } : {}) }, now)
      row.enterAt = event.occurredAt
      row.enterTicket = event.messageId ?? null
      row.sentSinceEnter = 0
      const title = entry?.postId && input.titles.get(account.entId)?.get(entry.postId)
      const line = appendLine(change, entryLine(account.source, entry, title), now)
      wake({ account, event }, change, { messageSeq: line.seq, kind: 'enter', isAd: entry?.ad !== undefined, isFirst })
    },
    recall(item) {
      const { account, event } = item
      const target = find(account, event.messageId)
      if (!target) {
        result.held.push({ account, kind: 'recall', platformMessageId: event.messageId, event })
        return
      }
      const change =
        input.changesById.get(target.customerId) ?? [...touched].find((each) => each.customer.id === target.customerId)
      if (!change || target.content.type === RECALLED) return
      touched.add(change)
      if (!recallInside(target, event)) {
        appendLine(change, { kind: 'recall', text: '平台提示：该消息已被撤回', extra: { chatId: target.chatId } }, now)
        return
      }
      noteRecall(change, target, { senderKind: target.senderKind }, now)
      const fresh = change.messages.find((each) => each.seq === target.seq)
      if (fresh) fresh.content = RECALLED_CONTENT
      else result.messageChanges.push({ change, known: target, to: { recalled: true } })
    },
    read({ account, event }) {
      const upTo = event.upTo.messageId === undefined ? undefined : find(account, event.upTo.messageId)
      const change = upTo && input.changesById.get(upTo.customerId)
      if (change && upTo) result.reads.push({ change, seq: upTo.seq })
    },
    card_submitted({ account, event }) {
      const name = nameOf(account, event.messageId ?? event.eventKey)
      const cameAs = forms.delete(name) ? received.get(name) : undefined
      // Idempotent: the form was stored before, alone or as a message.
      if (!cameAs && find(account, event.messageId ?? event.eventKey)) return
      const change = changeFor(account, event.from, event.conversationKey)
      const isFirst = isBeforeFirstEntry(change.customer)
      continueSessionByMessage(change, account, now)
      const { id: messageId, seq: messageSeq } = cameAs ?? appendForm(change, event)
      bindSystemTag(change, 'talked', now)
      bindSystemTag(change, 'form_submitted', now)
      setIntent(change, 'high', now)
      result.captured.push({ change: change, messageId, from: 'card', fields: event.fields })
      result.cards.push({ account, change, cardId: event.cardId, to: 'submitted' })
      // One cause per message: the form replaces the message that it came as.
      const isSame = (cause: Cause) => cause.customerId === change.customer.id && cause.messageSeq === messageSeq
      const replaced = result.causes.find(isSame)
      result.causes = result.causes.filter((cause) => cause !== replaced)
      const submitted = { messageSeq, kind: 'message', text: '', cardId: event.cardId } as const
      wake({ account, event }, change, { ...submitted, isFirst: replaced?.isFirst ?? isFirst })
    },
    comment({ account, event }) {
      const change = changeFor(account, event.from, undefined)
      Object.assign(change.customer, { lastEnterAt: now, commentAt: now, answeredAt: null })
      appendLine(
        change,
        { kind: 'comment', text: COMMENT_TEXTS.line(event.text), extra: { postId: event.postId } },
        now,
      )
    },
    wechat_copied({ account, event }) {
      const change = changeFor(account, event.from, event.conversationKey)
      const line = appendLine(change, { kind: 'wechat_copy', text: '客户复制了微信号' }, now)
      bindSystemTag(change, 'wechat_copied', now)
      setIntent(change, 'high', now)
      result.captured.push({ change: change, messageId: line.id, from: 'copy' })
      change.events.push({ type: 'wechat_copy', cardId: event.cardId ?? null, operatorId: null })
      if (!event.cardId) return
      result.cards.push({ account, change, cardId: event.cardId, to: 'copied' })
      wake({ account, event }, change, { messageSeq: line.seq, kind: 'copy', cardId: event.cardId })
    },
  }

  for (const item of input.items) (apply[item.event.kind] as (item: InboundItem) => void)(item)
  result.changes = [...touched]
  return result
}

const nameOf = ({ id: relationId }: InboundAccount, platformMessageId: string) =>
  messageName({ relationId, platformMessageId })

/** Content of submitted forms by message. */
const formOf = ({ account, event }: InboundItem): [name: string, content: Content][] =>
  event.kind === 'card_submitted' && event.messageId !== undefined
    ? [[nameOf(account, event.messageId), submittedForm(event)]]
    : []

type DistributedOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never

type Of<Kind> = { account: InboundAccount; event: Extract<ConversationEvent, { kind: Kind }> }

/** A recall counts when its sender sent the message, inside the recall window; platform times are preferred to ours. */
function recallInside(target: KnownMessage, event: Extract<ConversationEvent, { kind: 'recall' }>): boolean {
  const sender = target.senderKind === 'customer' ? 'customer' : 'business'
  if (event.by !== 'unknown' && event.by !== sender) return false
  const sentAt = target.platformTime ?? target.createdAt
  return event.occurredAt.getTime() - sentAt.getTime() < RECALL_WINDOW_MS
}

/** The plan's period may have changed since the customer's last message. Within a period the customer keeps its reception type. */
function continueSessionByMessage(change: CustomerChange, { starting, situation }: InboundAccount, now: Date): void {
  if (openOrContinueSession(change, { starting }, now) || !change.session) return
  const { plannedType: before } = change.session
  const { receptionType: plannedType } = starting
  if (before === plannedType) return
  changeSession(change, change.session, { plannedType })
  if (before === null || isGivenToAi(change, situation) || isInBegunFlow(change)) return
  changeCustomerReception(change, { kind: 'period_change', starting }, now)
}

/** With the account's AI switched off, an AI reception inside a session was turned on by an agent: a period change does not end it. */
const isGivenToAi = ({ customer: row, session: open }: CustomerChange, { accountMode }: StartingSituation): boolean =>
  accountMode === 'close' && row.receptionType === 'ai_agent' && (open?.receptionPath.length ?? 0) > 1

/** A workflow that an agent or its own trigger began within the session is not ended by the plan, which did not begin it. */
const isInBegunFlow = ({ customer: row, session: open }: CustomerChange): boolean =>
  row.receptionType === 'workflow' && (open?.receptionPath.length ?? 0) > 1
