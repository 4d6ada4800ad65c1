import type { EntId, ReceptionMode, RelationId } from '@ruwu/contract'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { lockKeyOf, RECEPTION_MODE_LOCK } from '../../db/advisory-lock.ts'
import type { Queryable } from '../../db/database.ts'
import { channelAccount } from '../../db/schema/index.ts'

/**
 * Serialises switches per enterprise: two in opposite directions would lock each other's customers
 * and accounts and deadlock.
 */
export async function lockSwitches(db: Queryable, entId: EntId): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${RECEPTION_MODE_LOCK}, ${lockKeyOf(entId)})`)
}

/** Switches accounts that are in the other mode; returns them. */
export async function switchAccounts(
  db: Queryable,
  entId: EntId,
  relationIds: RelationId[],
  mode: ReceptionMode,
  now: Date,
) {
  await db
    .select({ id: channelAccount.id })
    .from(channelAccount)
    .where(and(eq(channelAccount.entId, entId), inArray(channelAccount.id, relationIds)))
    .orderBy(asc(channelAccount.id))
    .for('update')
  return db
    .update(channelAccount)
    .set({ receptionMode: mode, updatedAt: now })
    .where(
      and(
        eq(channelAccount.entId, entId),
        inArray(channelAccount.id, relationIds),
        sql`${channelAccount.openStatus} <> 'unbound'`,
        sql`${channelAccount.receptionMode} <> ${mode}`,
      ),
    )
    .returning()
}
