import type { EntId } from '@ruwu/contract'
import type { Bus } from '../../realtime/bus.ts'
import type { Case, Desk } from '../../customer/index.ts'
import type { AnswerDelivery } from './delivery-result.ts'
import { noteWantOfPoints } from './handoff.repo.ts'
import { withholdHints } from './handoff-hint.repo.ts'
import { isWithAi } from './awaits-ai.ts'
import { noteWaiting } from './answer-queue.repo.ts'

type FollowDeps = {
  desk: Desk
  bus: Bus
  delivery: AnswerDelivery
  /** A person has answered what a customer asked. */
  onHumanAnswer(of: Case): void
}

/** Whatever changes customers, the AI learns of it in the same transaction: whom to answer, whom not any more, and what arrived. */
export function followDesk({ desk, bus, delivery, onHumanAnswer }: FollowDeps): void {
  desk.onSave(async (tx, cases, now) => {
    const waiting = await noteWaiting(tx.sql, cases, now)
    await withholdHints(tx.sql, cases.filter(isTakenUp))
    await noteWantOfPoints(tx.sql, cases.filter(isWithoutPoints), now)
    await delivery.follow(tx, cases, now)
    const concerned = [...new Set([...waiting, ...cases.filter(isTakenFromAi)])]
    tx.afterCommit(() => {
      announce(bus, concerned)
      for (const each of cases) if (isAnsweredByPerson(each)) onHumanAnswer(each)
    })
  })
}

const isTakenFromAi = ({ before, customer: row, isNew }: Case) =>
  !isNew && before.receptionType === 'ai_agent' && isWithAi(before) !== isWithAi(row)

/** The AI may not go on in this session for want of points, or for the limit of the day. */
const isWithoutPoints = ({ before, customer: row, isNew }: Case) =>
  !isNew && before.receptionType === 'ai_agent' && row.aiOffReason === 'points' && row.sessionId === before.sessionId

const isAnsweredByPerson = ({ before, customer: row }: Case) => row.lastHumanSeq !== before.lastHumanSeq

/** A person has received the customer, or spoken to them. */
const isTakenUp = (of: Case) =>
  isAnsweredByPerson(of) ||
  of.events.some((event) => (event.type === 'rec_cus' || event.type === 'redirect_cus') && event.operatorId !== null)

function announce(bus: Bus, cases: readonly Case[]): void {
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
