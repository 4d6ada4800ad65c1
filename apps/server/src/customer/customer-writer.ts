import type { AgentId, CustomerEvent, CustomerMessage, EntId } from '@ruwu/contract'
import type { Transaction } from '../db/database.ts'
import type { Bus } from '../realtime/bus.ts'
import { announceThread } from '../chat/socket/chat-item.ts'
import type { Case, NewMessage } from './customer-change.ts'
import { writeCases } from './customer-change.repo.ts'
import { maskEvent, partingEvent } from './customer-event.view.ts'
import { toCustomer } from './customer.view.ts'
import { maskContent, toCustomerMessage } from './message.view.ts'
import { type NameBook, readNames } from './customer-names.repo.ts'
import { readSameContacts } from './same-contacts.repo.ts'
import { isWorkForDrain } from './queue-state.ts'
import { leaving, type Watcher, watching } from './watchers.repo.ts'

/** Whoever has something to do in the transaction in which customers were changed. They are locked and written. */
type SaveFollower = (tx: Transaction, cases: readonly Case[], now: Date) => Promise<void>

/** Saves what was changed about customers, and has the agents who may see them told of it. */
export class Desk {
  private readonly bus: Bus
  private readonly followers: SaveFollower[] = []

  constructor(deps: { bus: Bus }) {
    this.bus = deps.bus
  }

  onSave(follower: SaveFollower): void {
    this.followers.push(follower)
  }

  async save(tx: Transaction, cases: readonly Case[], now: Date): Promise<void> {
    if (cases.length === 0) return
    await writeCases(tx.sql, cases, now)
    for (const entId of new Set(cases.map((each) => each.customer.entId))) {
      const own = cases.filter((each) => each.customer.entId === entId)
      const told = [...own, ...(await readSameContacts(tx.sql, entId, own))]
      const names = await readNames(tx.sql, entId, [...new Set(told.map((each) => each.customer.relationId))])
      for (const each of told) this.tell(tx, entId, each, names, now)
    }
    for (const follow of this.followers) await follow(tx, cases, now)
  }

  private tell(tx: Transaction, entId: EntId, of: Case, names: NameBook, now: Date): void {
    const { customer: row, before, messages } = of
    const watchers = watching(names.agents, row)
    const customer = toCustomer(row, names.of(row))
    const common = { customerId: row.id, receptionEpoch: row.receptionEpoch, at: now.toISOString() }
    const events: CustomerEvent[] = [
      ...(of.isNew ? [{ type: 'customer_create' as const, customer, operatorId: null, ...common }] : []),
      ...messages.map((added) => ({
        type: 'cus_message' as const,
        message: messageOf(of, added, names, now),
        customer,
        operatorId: added.agentId,
        ...common,
      })),
      ...of.events.map((event) => ({ ...event, customer, ...common })),
    ]
    // Who could see the customer until now must hear of losing them, and of nothing that was said with it.
    const losers = leaving(names.agents, before, row)
    const isSaid = before.lastMessage !== row.lastMessage
    const known = isSaid ? toCustomer(before, names.of(before)).lastMessage : customer.lastMessage
    for (const event of events) {
      const farewell = losers.length > 0 ? partingEvent(event, known) : undefined
      if (farewell && farewell !== event) emitTo(tx, entId, farewell, losers)
      emitTo(tx, entId, event, farewell === event ? [...watchers, ...losers] : watchers)
    }
    if (messages.length > 0) tx.afterCommit(() => this.announce(of, watchers))
    if (isWorkForDrain(before, row)) tx.afterCommit(() => this.bus.publish({ kind: 'work', queue: 'drain' }))
  }

  /** The chat service's own frames, for whoever speaks its protocol. */
  private announce({ customer: row, messages }: Case, watchers: readonly Watcher[]): void {
    const thread = { entId: row.entId, customerId: row.id }
    const [clear, masked] = bySight(watchers)
    if (clear.length > 0) announceThread(this.bus, { ...thread, messages, receivers: clear })
    if (masked.length === 0) return
    const hidden = messages.map((added) => ({ ...added, content: maskContent(added.content) }))
    announceThread(this.bus, { ...thread, messages: hidden, receivers: masked })
  }
}

/** Those who may not see contacts get the event without them; where there are none everybody gets the same one. */
function emitTo(tx: Transaction, entId: EntId, event: CustomerEvent, watchers: readonly Watcher[]): void {
  const [clear, masked] = bySight(watchers)
  const hidden = masked.length === 0 ? event : maskEvent(event)
  if (hidden === event) return tx.emit(entId, event, { agentIds: [...clear, ...masked] })
  if (clear.length > 0) tx.emit(entId, event, { agentIds: clear })
  tx.emit(entId, hidden, { agentIds: masked })
}

const bySight = (watchers: readonly Watcher[]): [clear: AgentId[], masked: AgentId[]] => [
  watchers.filter((watcher) => watcher.seesSensitive).map((watcher) => watcher.id),
  watchers.filter((watcher) => !watcher.seesSensitive).map((watcher) => watcher.id),
]

const messageOf = ({ customer: row }: Case, added: NewMessage, names: NameBook, now: Date): CustomerMessage =>
  toCustomerMessage({
    ...added,
    customerId: row.id,
    updatedAt: now,
    failKind: null,
    failMsg: null,
    isRead: false,
    isRecalled: added.content.type === 'recalled',
    sender: { customerName: row.name, agentName: names.agent(added.agentId), source: row.source },
  })
