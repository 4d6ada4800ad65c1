import type { RuleEventType } from '@ruwu/contract'
import { isReadable, RULE_CHAIN_MAX } from '@ruwu/domain'
import type { CustomerChange, NewMessage } from '../../customer/customer-change.ts'
import type { CustomerWriter } from '../../customer/customer-writer.ts'
import { isBeforeFirstEntry } from '../../customer/session-lifecycle.ts'
import type { Transaction } from '../../db/database.ts'
import { part } from '../../db/rows.ts'
import type { RuleCause, RuleChain } from '../../db/schema/index.ts'
import { STALE_MS } from '../../inbound/index.ts'
import { type NewCause, storeCauses } from './cause.repo.ts'
import { waitsEnding } from './run.repo.ts'

/** The rules on whose behalf a transaction changes customers, oldest first. */
const chains = new WeakMap<Transaction, RuleChain>()

/** Marks all changes of this transaction as caused by the last rule of the chain. */
export const setChain = (tx: Transaction, chain: RuleChain): void => void chains.set(tx, chain)

/** In the transaction of every customer change: stores the events that rules wait for, so that a crash loses none. */
export function watchCustomers(writer: CustomerWriter, onStored: () => void): void {
  writer.onCommit(async (tx, changes, now) => {
    const chain = chains.get(tx) ?? []
    const replied = changes.filter(({ messages, isNew }) => !isNew && messages.some(isInbound))
    const keys = replied.map(({ customer: { entId, id: customerId } }) => ({ entId, customerId }))
    const causes = chain.length < RULE_CHAIN_MAX ? changes.flatMap((change) => causesOf(change, chain, now)) : []
    const ended = part('ended', keys, () => waitsEnding(keys, now))
    tx.defer(storeCauses(tx.sql, causes, ended).then((isStored) => isStored && tx.afterCommit(onStored)))
  })
}

const isInbound = ({ senderKind, content }: NewMessage) => senderKind === 'customer' && isReadable(content)
const isOutbound = ({ senderKind, content }: NewMessage) =>
  senderKind !== 'customer' && senderKind !== 'system' && isReadable(content)
const isReply = ({ senderKind, content }: NewMessage) =>
  (senderKind === 'human' || senderKind === 'ai') && isReadable(content)

/**
 * Each event under a key of its own: a message by its seq, other changes by the customer's version. What a platform delivers a day late
 * fires nothing.
 */
function causesOf(change: CustomerChange, chain: RuleChain, now: Date): NewCause[] {
  const { customer: row, before, isNew, messages, events } = change
  const received = messages.filter(({ platformTime }) => platformTime !== null)
  const isStale = ({ platformTime }: NewMessage) =>
    platformTime !== null && now.getTime() - platformTime.getTime() >= STALE_MS
  if (received.length > 0 && received.every(isStale)) return []
  const isByPerson =
    messages.some(({ senderKind }) => senderKind === 'customer' || senderKind === 'human') ||
    events.some(({ operatorId }) => operatorId !== null)
  const cause = (type: RuleEventType, mark: number | string, what: Partial<RuleCause> = {}, dueAt = now): NewCause => ({
    entId: row.entId,
    customerId: row.id,
    key: `${type}:${mark}`,
    what: { type, ...(chain.length > 0 ? { chain } : {}), ...(isByPerson ? { isByPerson } : {}), ...what },
    dueAt,
  })
  const found: NewCause[] = messages.flatMap((added) =>
    isStale(added)
      ? []
      : isInbound(added)
        ? [cause('message_in', added.seq, { seq: added.seq })]
        : isOutbound(added)
          ? [cause('message_out', added.seq, { seq: added.seq })]
          : [],
  )
  const types = new Set<RuleEventType>()
  if (isBeforeFirstEntry(before) && !isBeforeFirstEntry(row)) types.add('first_enter')
  for (const event of events) {
    if (event.type === 'rec_cus' || event.type === 'rel_cus' || event.type === 'redirect_cus') types.add('owner_change')
    if (event.type === 'cus_tags_bind' || event.type === 'cus_tags_unbind') types.add('tag_change')
    if (event.type === 'cus_change_archive') types.add(event.archive ? 'archive' : 'unarchive')
    if (event.type === 'wechat_copy') types.add('wechat_copy')
    if (event.type === 'lead_change' && event.isCaptured) types.add('lead')
    if (event.type === 'send_msg_failed')
      found.push(cause('send_failed', event.messageId, { messageId: event.messageId }))
  }
  if (!isNew && before.receptionType !== row.receptionType) {
    if (row.receptionType === 'ai_agent') types.add('ai_on')
    if (before.receptionType === 'ai_agent') types.add('ai_off')
  }
  if (row.handoffAt !== null && row.handoffAt.getTime() !== before.handoffAt?.getTime()) types.add('handoff')
  for (const type of types) found.push(cause(type, row.version))

  // waiting_since: the first customer message without an answer.
  const waiting = row.waitingSince
  if (waiting && (isNew || waiting.getTime() !== before.waitingSince?.getTime()))
    found.push(cause('agent_silent', waiting.getTime(), { mark: waiting.getTime() }, waiting))
  // Each reply restarts the timer of the customer's silence; a rule still fires once per silence.
  if (messages.some(isReply)) found.push(cause('customer_silent', row.lastInboundSeq, { mark: row.lastInboundSeq }))
  return found
}
