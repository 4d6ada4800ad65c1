import { type ConditionFacts, messageTypeOf } from '@ruwu/domain'
import { and, desc, eq } from 'drizzle-orm'
import type { CustomerRow } from '../../customer/customer-change.ts'
import type { Queryable } from '../../db/database.ts'
import { session } from '../../db/schema/index.ts'
import { readTimeZone } from '../enterprise/index.ts'

/** What conditions look at, for a customer and one message. */
export async function readFacts(
  db: Queryable,
  row: CustomerRow,
  content: { type: string; text?: string | undefined } | null,
  now: Date,
): Promise<ConditionFacts> {
  const [sessions, timeZone] = await Promise.all([readSessions(db, row), readTimeZone(db, row.entId)])
  return {
    source: row.source,
    relationId: row.relationId,
    message: content && { type: messageTypeOf(content), text: content.type === 'text' ? (content.text ?? '') : '' },
    tagIds: row.tagIds,
    receptionType: row.receptionType,
    agentId: row.agentId,
    isNew: sessions.count <= 1,
    isAd: row.byAd,
    hasLead: row.leadStatus !== null && row.leadStatus !== 'invalid',
    city: row.city,
    fields: row.fields,
    round: sessions.turns,
    now,
    timeZone,
  }
}

/** The number of the customer's sessions, up to two, and the turns of the open one. */
async function readSessions(
  db: Queryable,
  { entId, id, sessionId }: CustomerRow,
): Promise<{ count: number; turns: number }> {
  const rows = await db
    .select({ id: session.id, turns: session.turns })
    .from(session)
    .where(and(eq(session.entId, entId), eq(session.customerId, id)))
    .orderBy(desc(session.startAt))
    .limit(2)
  return { count: rows.length, turns: rows.find((each) => each.id === sessionId)?.turns ?? 0 }
}
