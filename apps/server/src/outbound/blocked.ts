import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { outbox } from '../db/schema/index.ts'
import type { Case } from '../customer/customer-change.ts'
import { type Failure, noteFailedCard, readOutgoing, settleFailed } from './delivery-status.repo.ts'
import { giveBackPlace } from './quota.ts'

export const BLOCKED_TEXT = '该客户已被拉黑，无法发送消息'
const BLOCKED: Failure = { kind: 'blocked', text: BLOCKED_TEXT, platformCode: '', logId: '' }

/** What has not left the house stays in it: it has failed, and may be sent again once the customer is no longer blocked. */
export async function stopUnsent(db: Queryable, of: Case, now: Date): Promise<void> {
  const { entId, id: customerId } = of.customer
  const waiting = await db
    .select()
    .from(outbox)
    .where(
      and(
        eq(outbox.entId, entId),
        eq(outbox.customerId, customerId),
        inArray(outbox.state, ['queued', 'claimed'] as const),
      ),
    )
    .orderBy(asc(outbox.seq))
    .for('update')
  for (const row of waiting) {
    const unsent = await readOutgoing(db, row)
    if (!unsent || !(await settleFailed(db, of, unsent, BLOCKED, now))) continue
    giveBackPlace(of.customer, row.quotaRule, row.seq)
    if (row.meta.cardRuleId) await noteFailedCard(db, row, BLOCKED_TEXT)
  }
}
