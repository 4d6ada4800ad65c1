import type { CustomerEvent, CustomerMessage, EntId } from '@ruwu/contract'
import { RECALLED } from '@ruwu/domain'
import type { Transaction } from '../db/database.ts'
import type { Bus } from '../realtime/index.ts'
import { announceThread } from '../chat/socket/index.ts'
import { noteWritten } from './continue-change.ts'
import type { CustomerChange, NewMessage } from './customer-change.ts'
import { writeChanges } from './customer-change.repo.ts'
import { maskEvent, eventForFormerWatcher } from './customer-event.view.ts'
import { toCustomer } from './customer.view.ts'
import { toCustomerMessage } from './message.view.ts'
import { type CustomerNames, readCustomerNames } from './customer-names.repo.ts'
import { readSameContacts } from './same-contacts.repo.ts'
import { affectsQueue } from './queue-state.ts'
import { byMask, threadAudience } from './thread-audience.ts'
import { formerWatchers, type Watcher, watchersFor } from './watchers.repo.ts'

/** Runs in the transaction of a commit, after the changes were written; the customers are still locked. */
type CommitListener = (tx: Transaction, changes: readonly CustomerChange[], now: Date) => Promise<void>

/** Commits customer changes: writes the rows and emits their events to the agents who may see the customers. */
export class CustomerWriter {
  private readonly bus: Bus
  private readonly listeners: CommitListener[] = []

  constructor(deps: { bus: Bus }) {
    this.bus = deps.bus
  }

  onCommit(listener: CommitListener): void {
    this.listeners.push(listener)
  }

  async commit(tx: Transaction, changes: readonly CustomerChange[], now: Date): Promise<void> {
    if (changes.length === 0) return
    const writing = writeChanges(tx.sql, changes, now)
    // Read after the leads are written; the names do not depend on it.
    if (changes.some(({ additions }) => additions.sameLeads.size > 0)) await writing
    else tx.defer(writing)
    for (const [entId, own] of Map.groupBy(changes, (each) => each.customer.entId)) {
      const notified = [...own, ...(await readSameContacts(tx.sql, entId, own))]
      const names = await readCustomerNames(tx.sql, entId, [
        ...new Set(notified.map((each) => each.customer.relationId)),
      ])
      for (const each of notified) this.emitEvents(tx, entId, each, names, now)
    }
    await writing
    noteWritten(tx, changes)
    for (const listener of this.listeners) await listener(tx, changes, now)
  }

  private emitEvents(tx: Transaction, entId: EntId, change: CustomerChange, names: CustomerNames, now: Date): void {
    const { customer: row, before, messages } = change
    const watchers = watchersFor(names.agents, row)
    const customer = toCustomer(row, names.change(row))
    const common = { customerId: row.id, receptionEpoch: row.receptionEpoch, at: now.toISOString() }
    const events: CustomerEvent[] = [
      ...(change.isNew ? [{ type: 'customer_create' as const, customer, operatorId: null, ...common }] : []),
      ...messages.map((added) => ({
        type: 'cus_message' as const,
        message: messageOf(change, added, names, now),
        customer,
        operatorId: added.agentId,
        ...common,
      })),
      ...change.events.map((event) => ({ ...event, customer, ...common })),
    ]
    // Authorisation: agents that may no longer see the customer get the owner event only, without the new messages.
    const former = formerWatchers(names.agents, before, row)
    const hasNewMessage = before.lastMessage !== row.lastMessage
    const known = hasNewMessage ? toCustomer(before, names.change(before)).lastMessage : customer.lastMessage
    for (const event of events) {
      const forFormer = former.length > 0 ? eventForFormerWatcher(event, known) : undefined
      if (forFormer && forFormer !== event) emitTo(tx, entId, forFormer, former)
      emitTo(tx, entId, event, forFormer === event ? [...watchers, ...former] : watchers)
    }
    if (messages.length > 0) tx.afterCommit(() => this.announce(change, watchers))
    if (affectsQueue(before, row)) tx.afterCommit(() => this.bus.publish({ kind: 'work', queue: 'assign' }))
  }

  /** Frames of the chat protocol, after commit. */
  private announce({ customer: row, messages }: CustomerChange, watchers: readonly Watcher[]): void {
    announceThread(this.bus, {
      entId: row.entId,
      customerId: row.id,
      messages,
      audience: threadAudience(watchers),
    })
  }
}

/** Agents without `customer:viewSensitive` get the masked event; one event for all when nothing had to be masked. */
function emitTo(tx: Transaction, entId: EntId, event: CustomerEvent, watchers: readonly Watcher[]): void {
  const { clear, masked, mask } = byMask(watchers)
  const hidden = maskEvent(event, mask)
  if (hidden === event) return tx.emit(entId, event, { agentIds: [...clear, ...masked] })
  if (clear.length > 0) tx.emit(entId, event, { agentIds: clear })
  tx.emit(entId, hidden, { agentIds: masked })
}

const messageOf = (
  { customer: row }: CustomerChange,
  added: NewMessage,
  names: CustomerNames,
  now: Date,
): CustomerMessage =>
  toCustomerMessage({
    ...added,
    customerId: row.id,
    updatedAt: now,
    failKind: null,
    failMsg: null,
    isRead: false,
    isRecalled: added.content.type === RECALLED,
    sender: { customerName: row.name, agentName: names.agent(added.agentId), source: row.source },
  })
