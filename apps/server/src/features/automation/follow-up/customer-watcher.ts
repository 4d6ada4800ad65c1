import { FOLLOW_UP_LIMITS } from '@ruwu/contract'
import { followUpDue, whyNotFollowedUp } from '@ruwu/domain'
import type { CustomerChange } from '../../../customer/customer-change.ts'
import type { CustomerWriter } from '../../../customer/customer-writer.ts'
import type { Transaction } from '../../../db/database.ts'
import { readLastSteps } from '../log.repo.ts'
import { readRules } from '../setting.repo.ts'
import { applyDeliveryResults } from './delivery-result.ts'
import { followUpFacts, mayBeFollowedUp } from './eligibility.ts'
import { type NewFollowUp, removeFollowUps, upsertFollowUps } from './follow-up.repo.ts'

/** In the transaction of every customer change: schedules and removes follow-ups and applies delivery results. */
export function watchCustomers(writer: CustomerWriter): void {
  writer.onCommit(async (tx, changes, now) => {
    tx.defer(removeFollowUps(tx.sql, changes.filter(endsSilence).map(customerKey)))
    await schedule(tx, changes.filter(startsSilence), now)
    await applyDeliveryResults(tx, changes, now)
  })
}

const customerKey = ({ customer: { entId, id } }: CustomerChange) => ({ entId, customerId: id })

const isSilent = ({ customer: row, session }: CustomerChange) =>
  whyNotFollowedUp(followUpFacts(row, session)) === undefined

const isSameSession = ({ before, customer: row }: CustomerChange) => before.sessionId === row.sessionId

const endsSilence = (change: CustomerChange) =>
  !change.isNew && mayBeFollowedUp(change.before) && !(isSilent(change) && isSameSession(change))

/** We have replied, or an exclusion has ended. */
const startsSilence = (change: CustomerChange) =>
  isSilent(change) && (change.messages.some(isReply) || !mayBeFollowedUp(change.before) || !isSameSession(change))

const isReply = ({ senderKind }: CustomerChange['messages'][number]) => senderKind === 'human' || senderKind === 'ai'

/** A customer who replied and fell silent again gets the next step, not the same one. */
async function schedule(tx: Transaction, changes: readonly CustomerChange[], now: Date): Promise<void> {
  if (changes.length === 0) return
  const rules = await readRules(tx.sql, [...new Set(changes.map(({ customer: { entId } }) => entId))])
  const sessions = changes.flatMap(({ customer: { entId, id: customerId }, session }) =>
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
