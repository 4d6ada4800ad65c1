import type { EntId, SessionId } from '@ruwu/contract'
import { and, eq, gt } from 'drizzle-orm'
import type { CustomerRow } from './customer-change.ts'
import type { Queryable } from '../db/database.ts'
import { session } from '../db/schema/index.ts'

export async function markWelcomed(
  db: Queryable,
  { entId, id }: { entId: EntId; id: SessionId },
  now: Date,
): Promise<void> {
  await db
    .update(session)
    .set({ welcomedAt: now })
    .where(and(eq(session.entId, entId), eq(session.id, id)))
}

/** Counts any session of the customer: after archiving, the next session does not welcome again within the interval. */
export async function wasWelcomedSince(
  db: Queryable,
  { entId, id }: Pick<CustomerRow, 'entId' | 'id'>,
  since: Date,
): Promise<boolean> {
  const [found] = await db
    .select({ id: session.id })
    .from(session)
    .where(and(eq(session.entId, entId), eq(session.customerId, id), gt(session.welcomedAt, since)))
    .limit(1)
  return found !== undefined
}
