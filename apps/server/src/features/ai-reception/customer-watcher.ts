import type { EntId } from '@ruwu/contract'
import type { CustomerChange } from '../../customer/customer-change.ts'
import type { CustomerWriter } from '../../customer/customer-writer.ts'
import type { Bus } from '../../realtime/index.ts'
import { enqueueAnswers } from './answer-queue.repo.ts'
import { isReceivedByAi } from './awaits-ai.ts'
import type { AnswerDeliveryResults } from './delivery-result.ts'
import { cancelHints, recordOutOfPoints } from './handoff.repo.ts'

type WatcherDeps = {
  writer: CustomerWriter
  bus: Bus
  delivery: AnswerDeliveryResults
  /** Called after commit when an agent has replied. */
  onHumanAnswer(change: CustomerChange): void
}

/** In the transaction of every customer change: enqueues answers, cancels hints, records handoffs and applies delivery results. */
export function watchCustomers({ writer, bus, delivery, onHumanAnswer }: WatcherDeps): void {
  writer.onCommit(async (tx, changes, now) => {
    const waiting = await enqueueAnswers(tx.sql, changes, now)
    tx.defer(cancelHints(tx.sql, changes.filter(isAttendedByPerson)))
    tx.defer(recordOutOfPoints(tx.sql, changes.filter(isWithoutPoints), now))
    await delivery.apply(tx, changes, now)
    const changed = [...new Set([...waiting, ...changes.filter(isTakenFromAi)])]
    tx.afterCommit(() => {
      publishChanges(bus, changed)
      for (const each of changes) if (isAnsweredByPerson(each)) onHumanAnswer(each)
    })
  })
}

const isTakenFromAi = ({ before, customer: row, isNew }: CustomerChange) =>
  !isNew && before.receptionType === 'ai_agent' && isReceivedByAi(before) !== isReceivedByAi(row)

/** The AI stopped within the session because points or the daily limit ran out. */
const isWithoutPoints = ({ before, customer: row, isNew }: CustomerChange) =>
  !isNew && before.receptionType === 'ai_agent' && row.aiOffReason === 'points' && row.sessionId === before.sessionId

const isAnsweredByPerson = ({ before, customer: row }: CustomerChange) => row.lastHumanSeq !== before.lastHumanSeq

/** An agent has received the customer or replied. */
const isAttendedByPerson = (change: CustomerChange) =>
  isAnsweredByPerson(change) ||
  change.events.some(
    (event) => (event.type === 'rec_cus' || event.type === 'redirect_cus') && event.operatorId !== null,
  )

/** Tells the answer workers of all nodes which customers changed, one bus message per enterprise. */
function publishChanges(bus: Bus, changes: readonly CustomerChange[]): void {
  for (const entId of new Set(changes.map((each) => each.customer.entId))) publish(bus, entId, changes)
}

function publish(bus: Bus, entId: EntId, changes: readonly CustomerChange[]): void {
  const own = changes.filter((each) => each.customer.entId === entId)
  const customers = own.map(({ customer: { id, lastInboundSeq: inboundSeq, receptionEpoch: epoch } }) => ({
    id,
    inboundSeq,
    epoch,
  }))
  bus.publish({ kind: 'answering', entId, customers })
}
