import type { FlowId, FlowRunId, RelationId } from '@ruwu/contract'
import { FLOW_FAILURES, hasKeyword, mayWorkflowStart } from '@ruwu/domain'
import { getAccountReception } from '../../customer/account-reception.repo.ts'
import type { CustomerChange } from '../../customer/customer-change.ts'
import { type CustomerKey, lockCustomer } from '../../customer/customer-change.repo.ts'
import type { CustomerWriter } from '../../customer/customer-writer.ts'
import { changeCustomerReception } from '../../customer/reception-change.ts'
import type { Queryable, Transaction } from '../../db/database.ts'
import { newId } from '../../platform/ids.ts'
import { endRuns, findActiveRun, insertRun, markLeads, wakeRuns } from './flow-run.repo.ts'
import { isForAccount, listStartable, type PublishedFlow } from './flow.repo.ts'
import { noteStopped } from './leave-flow.ts'

export type FlowWatcherDeps = {
  writer: CustomerWriter
  /** The flow of the plan's current period; null: the plan names none. */
  planFlow(db: Queryable, entId: CustomerKey['entId'], relationId: RelationId, now: Date): Promise<FlowId | null>
  onDue: () => void
}

/** Messages that the platform delivers late begin no flow. */
const LATE_MS = 3_600_000

const keyOf = ({ customer: { entId, id } }: CustomerChange): CustomerKey => ({ entId, customerId: id })

/** In the transaction of every customer change: wakes, begins and ends runs. Customers outside flows cost one read, and only when they act. */
export function watchCustomers(deps: FlowWatcherDeps): void {
  deps.writer.onCommit(async (tx, changes, now) => {
    const left = changes.filter(({ before, customer: row, isNew }) => !isNew && isFlowing(before) && !isFlowing(row))
    tx.defer(endRuns(tx.sql, left.map(keyOf), 'left', now))

    const flowing = changes.filter(({ customer: row }) => isFlowing(row))
    const over = flowing.filter((change) => isNewSession(change) || isArchived(change))
    tx.defer(endRuns(tx.sql, over.map(keyOf), 'session', now))
    tx.defer(markLeads(tx.sql, flowing.filter(hasNewLead).map(keyOf)))
    const entered = flowing.filter((change) => change.isNew || !isFlowing(change.before) || isNewSession(change))
    for (const change of entered) await beginByPlan(tx, deps, change, now)
    const woken = flowing.filter(hasOwnMessage).map(keyOf)
    tx.defer(wakeRuns(tx.sql, woken, now).then((isAny) => isAny && tx.afterCommit(deps.onDue)))

    const acting = changes.filter((change) => !isFlowing(change.customer) && isActing(change, now))
    const hasBegun = await beginByTrigger(tx, acting, now)
    if (hasBegun || entered.length > 0) tx.afterCommit(deps.onDue)
  })
}

const isFlowing = ({ receptionType }: CustomerChange['customer']) => receptionType === 'workflow'
const isNewSession = ({ newSessions, isNew }: CustomerChange) => !isNew && newSessions.size > 0
/** The next message begins a new session, whose reception the plan decides. */
const isArchived = ({ customer: row, before }: CustomerChange) => row.archive && !before.archive
const ownMessages = ({ messages }: CustomerChange) => messages.filter(({ senderKind }) => senderKind === 'customer')
const hasOwnMessage = (change: CustomerChange) => ownMessages(change).length > 0
const hasNewLead = ({ additions }: CustomerChange) => additions.newLeads.size > 0
const hasNewTag = ({ additions }: CustomerChange) => [...additions.tags.values()].some((binding) => binding !== null)

/** An agent has written in the present session. */
export const hasHumanReply = ({ customer: row, session }: CustomerChange): boolean =>
  session !== undefined && row.lastHumanSeq >= session.startSeq

const mayBegin = (change: CustomerChange): boolean => mayWorkflowStart(change.customer, hasHumanReply(change))

const isActing = (change: CustomerChange, now: Date): boolean => {
  const own = ownMessages(change)
  if (isLate(change, now) || change.customer.isBlocked) return false
  return change.newSessions.size > 0 || own.length > 0 || hasNewLead(change) || hasNewTag(change)
}

const isLate = (change: CustomerChange, now: Date): boolean => {
  const own = ownMessages(change)
  return own.length > 0 && own.every(({ platformTime }) => isOlder(platformTime, now))
}

const isOlder = (time: Date | null, now: Date) => time !== null && now.getTime() - time.getTime() > LATE_MS

/**
 * The plan's flow; where it names none, the first published one for the account. Without any, and after a message that came late, the
 * customer goes to people at once (T15).
 */
async function beginByPlan(tx: Transaction, deps: FlowWatcherDeps, change: CustomerChange, now: Date): Promise<void> {
  const { entId, id: customerId, relationId } = change.customer
  const usable = isLate(change, now)
    ? []
    : (await listStartable(tx.sql, entId)).filter((flow) => isForAccount(flow, relationId))
  const planned = await deps.planFlow(tx.sql, entId, relationId, now)
  // A flow that the plan names and that cannot begin is not replaced by another one.
  const flow = planned === null ? usable[0] : usable.find(({ flowId }) => flowId === planned)
  // An agent's choice is stored with the switch; then this adds nothing.
  if (flow && (await begin(tx.sql, change, flow, now))) return
  if (flow || (await findActiveRun(tx.sql, keyOf(change)))) return
  const locked = await lockCustomer(tx.sql, entId, customerId)
  if (!locked) return
  const { starting } = await getAccountReception(tx.sql, entId, relationId, now)
  changeCustomerReception(locked, { kind: 'workflow_end', outcome: 'error', starting }, now)
  noteStopped(locked, isLate(change, now) ? FLOW_FAILURES.late : FLOW_FAILURES.notStartable, now)
  await deps.writer.commit(tx, [locked], now)
}

/** The oldest published flow whose trigger fits what the customer just did. It takes the customer over in its first step. */
async function beginByTrigger(tx: Transaction, changes: readonly CustomerChange[], now: Date): Promise<boolean> {
  let hasBegun = false
  for (const entId of new Set(changes.map(({ customer }) => customer.entId))) {
    const free = changes.filter((change) => change.customer.entId === entId && mayBegin(change))
    const flows = free.length > 0 ? await listStartable(tx.sql, entId) : []
    for (const change of free) {
      const flow = flows.find((each) => isForAccount(each, change.customer.relationId) && isTriggered(each, change))
      if (flow && (await begin(tx.sql, change, flow, now))) hasBegun = true
    }
  }
  return hasBegun
}

function isTriggered({ trigger }: PublishedFlow, change: CustomerChange): boolean {
  const own = ownMessages(change)
  switch (trigger.type) {
    case 'session_start':
      return change.newSessions.size > 0
    case 'first_message':
      return own.length > 0 && change.session !== undefined && change.session.ownMessages === own.length
    case 'keyword':
      return own.some(({ content }) => content.type === 'text' && hasKeyword(trigger, content.text ?? ''))
    case 'tag':
      return trigger.tagIds.some((id) => (change.additions.tags.get(id) ?? null) !== null)
    case 'lead':
      return hasNewLead(change)
    case 'manual':
      return false
  }
}

/** Messages of this change are unread: an AI node may answer the one that began the flow. */
export function begin(
  db: Queryable,
  { customer: row, messages }: CustomerChange,
  { flowId, version }: Pick<PublishedFlow, 'flowId' | 'version'>,
  now: Date,
): Promise<boolean> {
  const first = messages.find(({ senderKind }) => senderKind === 'customer')
  const handledSeq = first ? first.seq - 1 : row.lastInboundSeq
  const run = { entId: row.entId, id: newId<FlowRunId>(now), customerId: row.id, flowId, version, handledSeq }
  return insertRun(db, { ...run, sessionId: row.sessionId }, now)
}
