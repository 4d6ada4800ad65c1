import { FOLLOW_UP_LIMITS } from '@ruwu/contract'
import { followUpDue, whyNotFollowedUp } from '@ruwu/domain'
import type { Transaction } from '../../../db/database.ts'
import type { Case, Desk } from '../../../customer/index.ts'
import { readTried } from '../log.repo.ts'
import { readRules } from '../setting.repo.ts'
import { followDeliveries } from './delivery-result.ts'
import { factsOf, mayBeSilent } from './facts.ts'
import { type NewFollowUp, putFollowUps, removeFollowUps } from './follow-up.repo.ts'

/** Whatever changes customers, who is to be spoken to later is noted down in the same transaction, and who is not any more. */
export function followDesk(desk: Desk): void {
  desk.onSave(async (tx, cases, now) => {
    await removeFollowUps(tx.sql, cases.filter(hasEnded).map(keyOf))
    await begin(tx, cases.filter(hasBegun), now)
    await followDeliveries(tx, cases, now)
  })
}

const keyOf = ({ customer: { entId, id } }: Case) => ({ entId, customerId: id })

const isSilent = ({ customer: row, session }: Case) => whyNotFollowedUp(factsOf(row, session)) === undefined

const isSameSession = ({ before, customer: row }: Case) => before.sessionId === row.sessionId

const hasEnded = (of: Case) => !of.isNew && mayBeSilent(of.before) && !(isSilent(of) && isSameSession(of))

/** We have replied, or what kept them from being spoken to is over. */
const hasBegun = (of: Case) =>
  isSilent(of) && (of.messages.some(isReply) || !mayBeSilent(of.before) || !isSameSession(of))

const isReply = ({ senderKind }: Case['messages'][number]) => senderKind === 'human' || senderKind === 'ai'

/** Who answered and fell silent again is told the next thing, not the same once more. */
async function begin(tx: Transaction, cases: readonly Case[], now: Date): Promise<void> {
  if (cases.length === 0) return
  const rules = await readRules(tx.sql, [...new Set(cases.map(({ customer: { entId } }) => entId))])
  const talks = cases.flatMap(({ customer: { entId, id: customerId }, session }) =>
    session?.lastTalkAt && rules.has(entId)
      ? [{ entId, customerId, sessionId: session.id, since: session.lastTalkAt }]
      : [],
  )
  if (talks.length === 0) return
  const tried = await readTried(tx.sql, talks)
  const rows = talks.flatMap((talk): NewFollowUp[] => {
    const step = (tried.get(talk.customerId) ?? 0) + 1
    const rule = rules.get(talk.entId)
    if (!rule || step > FOLLOW_UP_LIMITS.steps) return []
    const silence = { since: talk.since, step, lastStepAt: null }
    return [{ ...talk, step, dueAt: followUpDue(rule.setting, silence, { now, timeZone: rule.timeZone }) }]
  })
  await putFollowUps(tx.sql, rows)
}
