import type { Content } from '@ruwu/contract'
import { returnTime, type StartingSituation } from '@ruwu/domain'
import type { Party } from '../channels/source.ts'
import { RECALLED } from '../chat/message/index.ts'
import type { Captured } from '../customer/lead-keeper.ts'
import { append, appendLine, type Case, openCase } from '../customer/customer-change.ts'
import { personName } from '../customer/customer-change.repo.ts'
import { noteRecall, RECALLED_CONTENT, recallInside } from '../thread/recall.ts'
import { changeCase } from '../customer/reception-change.ts'
import { bindSystemTag } from '../customer/customer-tags.ts'
import { comeIn, countOutbound, countOwnMessage } from '../customer/session-lifecycle.ts'
import { type ChatContent, submittedForm, toChatContent } from './chat-content.ts'
import {
  type Cause,
  type ConversationEvent,
  type InboundAccount,
  type InboundItem,
  STALE_MS,
} from './conversation-event.ts'
import { enterText, entryExtra, hasEntry } from './entry-line.ts'
import { type KnownMessage, messageName } from './known-message.ts'
import { AVATAR_SEQ, type MediaToFetch } from './media-to-fetch.ts'
import { newCustomer, updateProfile } from './new-customer.ts'

/** Something that must wait for its other half. */
export type Held = {
  account: InboundAccount
  kind: 'echo' | 'recall'
  platformMessageId: string
  event: ConversationEvent
}

/** A stored message whose state the platform changed. */
type MessageChange = {
  of: Case
  known: KnownMessage
  to: { recalled?: true; arrived?: true }
}

/** What comes of a batch of events, besides the changed cases. */
export type BatchResult = {
  cases: Case[]
  held: Held[]
  media: MediaToFetch[]
  changes: MessageChange[]
  reads: { of: Case; seq: number }[]
  cards: { account: InboundAccount; of: Case; cardId: string; to: 'copied' | 'submitted' }[]
  causes: Cause[]
  captured: Captured[]
}

type BatchInput = {
  items: readonly InboundItem[]
  /** By the names of people: customers that exist, locked. */
  cases: ReadonlyMap<string, Case>
  /** By customer: the same, and those whose messages the events speak of. */
  casesById: ReadonlyMap<string, Case>
  known: ReadonlyMap<string, KnownMessage>
  /** By account and message: recalls that came before their messages. */
  earlyRecalls: ReadonlySet<string>
  now: Date
}

/** Applies events, in the order given, to the customers they concern. Pure but for ids: nothing is read or written. */
export function applyBatch(input: BatchInput): BatchResult {
  const { known, now } = input
  const byPerson = new Map(input.cases)
  const touched = new Set<Case>()
  const said = new Map<string, KnownMessage>()
  const result: BatchResult = {
    cases: [],
    held: [],
    media: [],
    changes: [],
    reads: [],
    cards: [],
    causes: [],
    captured: [],
  }

  const find = (account: InboundAccount, messageId: string) => {
    const name = nameOf(account, messageId)
    return said.get(name) ?? known.get(name)
  }
  const forms = new Map(input.items.flatMap(formOf))

  const caseOf = (account: InboundAccount, party: Party, conversationKey: string | undefined): Case => {
    const name = personName({ relationId: account.id, platformUserId: party.platformId })
    const of = byPerson.get(name) ?? openCase(newCustomer(account, party, now), { isNew: true })
    if (of.isNew && party.avatarUrl && !byPerson.has(name)) {
      const media = { via: 'url', url: party.avatarUrl }
      result.media.push({ of, seq: AVATAR_SEQ, relationId: account.id, media })
    }
    byPerson.set(name, of)
    touched.add(of)
    updateProfile(of.customer, party, conversationKey)
    return of
  }

  const arrive = (
    account: InboundAccount,
    event: Extract<ConversationEvent, { kind: 'message' | 'echo' }>,
    of: Case,
  ) => {
    const form = forms.get(nameOf(account, event.messageId))
    const { content, media }: ChatContent = form ? { content: form } : toChatContent(account.source, event.content)
    const isOwn = event.kind === 'message'
    const isSystem = event.kind === 'echo' && event.origin === 'system'
    const wasRecalled = input.earlyRecalls.has(nameOf(account, event.messageId))
    const added = append(
      of,
      {
        senderKind: isOwn ? 'customer' : isSystem ? 'system' : 'human',
        content: wasRecalled ? RECALLED_CONTENT : content,
        platformMessageId: event.messageId,
        platformTime: event.occurredAt,
        isFromApp: !isOwn,
      },
      now,
    )
    if (media && !wasRecalled) result.media.push({ of, seq: added.seq, relationId: account.id, media })
    said.set(nameOf(account, event.messageId), {
      ...added,
      entId: account.entId,
      relationId: account.id,
      platformMessageId: event.messageId,
      customerId: of.customer.id,
      isRead: false,
    })
    return added
  }

  /** A submitted card that came alone. */
  const appendForm = (of: Case, event: Of<'card_submitted'>['event']) => {
    const content = submittedForm(event)
    const from = { platformMessageId: event.eventKey, platformTime: event.occurredAt }
    const added = append(of, { senderKind: 'customer', content, ...from }, now)
    const ticket = of.customer.lastInboundTicket
    countOwnMessage(of, added)
    // It is no message one can answer to by its key.
    of.customer.lastInboundTicket = ticket
    return added
  }

  const wake = ({ account, event }: InboundItem, of: Case, cause: DistributedOmit<Cause, 'entId' | 'customerId'>) => {
    if (now.getTime() - event.occurredAt.getTime() >= STALE_MS) return
    if (cause.kind === 'message' && !account.hasCardRules) return
    result.causes.push({ entId: of.customer.entId, customerId: of.customer.id, ...cause })
  }

  const apply: { [Kind in ConversationEvent['kind']]: (item: Of<Kind>) => void } = {
    message({ account, event }) {
      if (find(account, event.messageId)) return
      const of = caseOf(account, event.from, event.conversationKey)
      comeToSpeak(of, account, now)
      const added = arrive(account, event, of)
      countOwnMessage(of, added)
      bindSystemTag(of, 'talked', now)
      const text = event.content.type === 'text' ? event.content.text : ''
      if (added.content.type === 'text') result.captured.push({ change: of, messageId: added.id, from: 'text', text })
      wake({ account, event }, of, { messageSeq: added.seq, kind: 'message', text })
    },
    echo({ account, event }) {
      const mine = find(account, event.messageId)
      if (mine) {
        const of = input.casesById.get(mine.customerId)
        if (of && mine.status !== 1) result.changes.push({ of, known: mine, to: { arrived: true } })
        return
      }
      if (event.origin === 'our_api') {
        result.held.push({ account, kind: 'echo', platformMessageId: event.messageId, event })
        return
      }
      const of = caseOf(account, event.to, event.conversationKey)
      const added = arrive(account, event, of)
      if (event.origin === 'system') return
      const returnAt = returnTime(account.returns.after, now, account.returns.timeZone)
      changeCase(of, { kind: 'human_send', sender: null, returnAt }, now)
      countOutbound(of, added)
    },
    enter({ account, event }) {
      const of = caseOf(account, event.from, event.conversationKey)
      const { customer: row } = of
      // The same entry told again opens no second window.
      if (event.messageId !== undefined && row.enterTicket === event.messageId) return
      const entry = hasEntry(event.entry) ? event.entry : undefined
      comeIn(of, { starting: account.starting, ...(entry ? { entry } : {}) }, now)
      row.enterAt = event.occurredAt
      row.enterTicket = event.messageId ?? null
      row.sentSinceEnter = 0
      const line = appendLine(of, { kind: 'enter', text: enterText(entry), extra: entryExtra(entry) }, now)
      wake({ account, event }, of, { messageSeq: line.seq, kind: 'enter', isAd: entry?.ad !== undefined })
    },
    recall(item) {
      const { account, event } = item
      const target = find(account, event.messageId)
      if (!target) {
        result.held.push({ account, kind: 'recall', platformMessageId: event.messageId, event })
        return
      }
      const of =
        input.casesById.get(target.customerId) ?? [...touched].find((each) => each.customer.id === target.customerId)
      if (!of || target.content.type === RECALLED) return
      touched.add(of)
      if (!recallInside(target, event)) {
        appendLine(of, { kind: 'recall', text: '平台提示：该消息已被撤回', extra: { chatId: target.chatId } }, now)
        return
      }
      noteRecall(of, target, { senderKind: target.senderKind }, now)
      const fresh = of.messages.find((each) => each.seq === target.seq)
      if (fresh) fresh.content = RECALLED_CONTENT
      else result.changes.push({ of, known: target, to: { recalled: true } })
    },
    read({ account, event }) {
      const upTo = event.upTo.messageId === undefined ? undefined : find(account, event.upTo.messageId)
      const of = upTo && input.casesById.get(upTo.customerId)
      if (of && upTo) result.reads.push({ of, seq: upTo.seq })
    },
    card_submitted({ account, event }) {
      const name = nameOf(account, event.messageId ?? event.eventKey)
      const cameAs = forms.delete(name) ? said.get(name) : undefined
      // Told before, alone or as a message.
      if (!cameAs && find(account, event.messageId ?? event.eventKey)) return
      const of = caseOf(account, event.from, event.conversationKey)
      comeToSpeak(of, account, now)
      const { id: messageId } = cameAs ?? appendForm(of, event)
      bindSystemTag(of, 'talked', now)
      bindSystemTag(of, 'form_submitted', now)
      result.captured.push({ change: of, messageId, from: 'card', fields: event.fields })
      result.cards.push({ account, of, cardId: event.cardId, to: 'submitted' })
    },
    wechat_copied({ account, event }) {
      const of = caseOf(account, event.from, event.conversationKey)
      const line = appendLine(of, { kind: 'wechat_copy', text: '客户复制了微信号' }, now)
      bindSystemTag(of, 'wechat_copied', now)
      result.captured.push({ change: of, messageId: line.id, from: 'copy' })
      of.events.push({ type: 'wechat_copy', cardId: event.cardId ?? null, operatorId: null })
      if (event.cardId) result.cards.push({ account, of, cardId: event.cardId, to: 'copied' })
    },
  }

  for (const item of input.items) (apply[item.event.kind] as (item: InboundItem) => void)(item)
  result.cases = [...touched]
  return result
}

const nameOf = ({ id: relationId }: InboundAccount, platformMessageId: string) =>
  messageName({ relationId, platformMessageId })

/** What stands in a filled card, by the message it came as. */
const formOf = ({ account, event }: InboundItem): [name: string, content: Content][] =>
  event.kind === 'card_submitted' && event.messageId !== undefined
    ? [[nameOf(account, event.messageId), submittedForm(event)]]
    : []

type DistributedOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never

type Of<Kind> = { account: InboundAccount; event: Extract<ConversationEvent, { kind: Kind }> }

/** Another period of the plan may have begun since they last said something. */
function comeToSpeak(of: Case, { starting, situation }: InboundAccount, now: Date): void {
  if (comeIn(of, { starting }, now) || isGivenToAi(of, situation)) return
  changeCase(of, { kind: 'period_change', starting }, now)
}

/** Where the account's switch is off the AI takes nobody up in a session of itself: a person has switched it on, and no period ends that. */
const isGivenToAi = ({ customer: row, session: open }: Case, { accountMode }: StartingSituation): boolean =>
  accountMode === 'close' && row.receptionType === 'ai_agent' && (open?.receptionPath.length ?? 0) > 1
