import type { FollowUpStep } from '@ruwu/contract'
import {
  FOLLOW_UP_EXCLUSIONS,
  type FollowUpExclusion,
  followUpDue,
  showsNoIntent,
  whyNotFollowedUp,
} from '@ruwu/domain'
import { and, desc, eq, gte } from 'drizzle-orm'
import type { Queryable } from '../../../db/database.ts'
import { customer, customerMessage, message, session, turn } from '../../../db/schema/index.ts'
import { type Case, type CustomerRow, sameMessage } from '../../../customer/index.ts'
import { type FollowUpRule, readRules } from '../setting.repo.ts'
import { factsOf } from './facts.ts'
import { type Claim, findClaimed } from './follow-up.repo.ts'

/** A customer with their open session. */
export type Talk = Pick<Case, 'customer' | 'session'>

/** How things stand with somebody whose time has come. */
export type Standing =
  /** They were spoken to, or have said something: it is no longer about this claim. */
  | { kind: 'gone' }
  /** The enterprise follows nobody up. */
  | { kind: 'off' }
  | { kind: 'later'; dueAt: Date }
  | { kind: 'excluded'; reason: string; step: FollowUpStep }
  | { kind: 'due'; step: FollowUpStep; rule: FollowUpRule; lastStepAt: Date | null }

export async function lookAt(
  db: Queryable,
  claim: Claim,
  { customer: row, session: open }: Talk,
  now: Date,
): Promise<Standing> {
  const waiting = await findClaimed(db, claim)
  if (!waiting) return { kind: 'gone' }
  const rule = (await readRules(db, [claim.entId])).get(claim.entId)
  const step = rule?.setting.steps[claim.step - 1]
  if (!rule || !step) return { kind: 'off' }
  const dueAt = followUpDue(rule.setting, waiting, { now, timeZone: rule.timeZone })
  if (dueAt > now) return { kind: 'later', dueAt }
  const why = waiting.sessionId === row.sessionId ? whyNotFollowedUp(factsOf(row, open)) : 'ended'
  if (why) return excluded(why, step)
  if (showsNoIntent(await readLastWords(db, row))) return excluded('noIntent', step)
  return { kind: 'due', step, rule, lastStepAt: waiting.lastStepAt }
}

const excluded = (why: FollowUpExclusion, step: FollowUpStep): Standing => ({
  kind: 'excluded',
  reason: FOLLOW_UP_EXCLUSIONS[why],
  step,
})

/** As they are now, without holding them. */
export async function findTalk(db: Queryable, { entId, customerId }: Claim): Promise<Talk | undefined> {
  const [found] = await db
    .select({ customer, session })
    .from(customer)
    .leftJoin(session, and(eq(session.entId, customer.entId), eq(session.id, customer.sessionId)))
    .where(and(eq(customer.entId, entId), eq(customer.id, customerId)))
  return found && { customer: found.customer, session: found.session ?? undefined }
}

/** What the customer said before our last reply. */
async function readLastWords(db: Queryable, { entId, id, sessionId }: CustomerRow): Promise<string> {
  if (sessionId === null) return ''
  const [last] = await db
    .select({ startSeq: turn.startSeq })
    .from(turn)
    .where(and(eq(turn.entId, entId), eq(turn.sessionId, sessionId)))
    .orderBy(desc(turn.no))
    .limit(1)
  if (!last) return ''
  const said = await db
    .select({ content: message.content })
    .from(customerMessage)
    .innerJoin(message, sameMessage)
    .where(
      and(
        eq(customerMessage.entId, entId),
        eq(customerMessage.customerId, id),
        gte(customerMessage.seq, last.startSeq),
        eq(customerMessage.senderKind, 'customer'),
      ),
    )
  return said.flatMap(({ content }) => (content.type === 'text' ? [content.text ?? ''] : [])).join('\n')
}
