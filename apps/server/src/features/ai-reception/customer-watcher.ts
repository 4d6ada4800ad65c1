import type { EntId } from '@ruwu/contract'
import type { Case, Desk } from '../../customer/index.ts'
import type { Bus } from '../../realtime/bus.ts'
import { enqueueAnswers } from './answer-queue.repo.ts'
import { isReceivedByAi } from './awaits-ai.ts'
import type { AnswerDeliveryResults } from './delivery-result.ts'
import { cancelHints, recordOutOfPoints } from './handoff.repo.ts'

type WatcherDeps = {
  desk: Desk
  bus: Bus
  delivery: AnswerDeliveryResults
  /** Called after commit when an agent has replied. */
  onHumanAnswer(change: Case): void
}

/** In the transaction of every customer change: enqueues answers, cancels hints, records handoffs and applies delivery results. */
export function watchCustomers({ desk, bus, delivery, onHumanAnswer }: WatcherDeps): void {
  desk.onSave(async (tx, cases, now) => {
    const waiting = await enqueueAnswers(tx.sql, cases, now)
    await cancelHints(tx.sql, cases.filter(isAttendedByPerson))
    await recordOutOfPoints(tx.sql, cases.filter(isWithoutPoints), now)
    await delivery.apply(tx, cases, now)
    const changed = [...new Set([...waiting, ...cases.filter(isTakenFromAi)])]
    tx.afterCommit(() => {
      publishChanges(bus, changed)
      for (const each of cases) if (isAnsweredByPerson(each)) onHumanAnswer(each)
    })
  })
}

const isTakenFromAi = ({ before, customer: row, isNew }: Case) =>
  !isNew && before.receptionType === 'ai_agent' && isReceivedByAi(before) !== isReceivedByAi(row)

/** The AI stopped within the session because points or the daily limit ran out. */
const isWithoutPoints = ({ before, customer: row, isNew }: Case) =>
  !isNew && before.receptionType === 'ai_agent' && row.aiOffReason === 'points' && row.sessionId === before.sessionId

const isAnsweredByPerson = ({ before, customer: row }: Case) => row.lastHumanSeq !== before.lastHumanSeq

/** An agent has received the customer or replied. */
const isAttendedByPerson = (change: Case) =>
  isAnsweredByPerson(change) ||
  change.events.some(
    (event) => (event.type === 'rec_cus' || event.type === 'redirect_cus') && event.operatorId !== null,
  )

/** Tells the answer workers of all nodes which customers changed, one bus message per enterprise. */
function publishChanges(bus: Bus, cases: readonly Case[]): void {
  for (const entId of new Set(cases.map((each) => each.customer.entId))) publish(bus, entId, cases)
}

function publish(bus: Bus, entId: EntId, cases: readonly Case[]): void {
  const own = cases.filter((each) => each.customer.entId === entId)
  const customers = own.map(({ customer: { id, lastInboundSeq: inboundSeq, receptionEpoch: epoch } }) => ({
    id,
    inboundSeq,
    epoch,
  }))
  bus.publish({ kind: 'answering', entId, customers })
}
