import { FOLLOW_UP_LIMITS } from '@ruwu/contract'
import { followUpDue, whyNotFollowedUp } from '@ruwu/domain'
import type { Case, Desk } from '../../../customer/index.ts'
import type { Transaction } from '../../../db/database.ts'
import { readLastSteps } from '../log.repo.ts'
import { readRules } from '../setting.repo.ts'
import { applyDeliveryResults } from './delivery-result.ts'
import { followUpFacts, mayBeFollowedUp } from './eligibility.ts'
import { type NewFollowUp, removeFollowUps, upsertFollowUps } from './follow-up.repo.ts'

/** In the transaction of every customer change: schedules and removes follow-ups and applies delivery results. */
export function watchCustomers(desk: Desk): void {
  desk.onSave(async (tx, cases, now) => {
    await removeFollowUps(tx.sql, cases.filter(endsSilence).map(customerKey))
    await schedule(tx, cases.filter(startsSilence), now)
    await applyDeliveryResults(tx, cases, now)
  })
}

const customerKey = ({ customer: { entId, id } }: Case) => ({ entId, customerId: id })

const isSilent = ({ customer: row, session }: Case) => whyNotFollowedUp(followUpFacts(row, session)) === undefined

const isSameSession = ({ before, customer: row }: Case) => before.sessionId === row.sessionId

const endsSilence = (change: Case) =>
  !change.isNew && mayBeFollowedUp(change.before) && !(isSilent(change) && isSameSession(change))

/** We have replied, or an exclusion has ended. */
const startsSilence = (change: Case) =>
  isSilent(change) && (change.messages.some(isReply) || !mayBeFollowedUp(change.before) || !isSameSession(change))

const isReply = ({ senderKind }: Case['messages'][number]) => senderKind === 'human' || senderKind === 'ai'

/** A customer who replied and fell silent again gets the next step, not the same one. */
async function schedule(tx: Transaction, cases: readonly Case[], now: Date): Promise<void> {
  if (cases.length === 0) return
  const rules = await readRules(tx.sql, [...new Set(cases.map(({ customer: { entId } }) => entId))])
  const sessions = cases.flatMap(({ customer: { entId, id: customerId }, session }) =>
    session?.lastTalkAt && rules.has(entId)
      ? [{ entId, customerId, sessionId: session.id, since: session.lastTalkAt }]
      : [],
  )
  if (sessions.length === 0) return
  const lastSteps = await readLastSteps(tx.sql, sessions)
  const rows = sessions.flatMap((talk): NewFollowUp[] => {
    const step = (lastSteps.get(talk.customerId) ?? 0) + 1
    const rule = rules.get(talk.entId)
    if (!rule || step > FOLLOW_UP_LIMITS.steps) return []
    const silence = { since: talk.since, step, lastStepAt: null }
    return [{ ...talk, step, dueAt: followUpDue(rule.setting, silence, { now, timeZone: rule.timeZone }) }]
  })
  await upsertFollowUps(tx.sql, rows)
}
