import type { Source } from '@ruwu/contract'
import { and, eq } from 'drizzle-orm'
import { PlatformError } from '../../channels/platform-error.ts'
import type { DeliveryId, RawRequest } from '../../channels/source.ts'
import type { Queryable } from '../../db/database.ts'
import { platformDelivery } from '../../db/schema/index.ts'

/** A stored webhook call by its dedupe key; its signature was verified when it was stored. */
export async function readDelivery(db: Queryable, source: Source, id: DeliveryId): Promise<RawRequest> {
  const [row] = await db
    .select({ path: platformDelivery.path, body: platformDelivery.body, receivedAt: platformDelivery.receivedAt })
    .from(platformDelivery)
    .where(and(eq(platformDelivery.source, source), eq(platformDelivery.dedupeKey, id)))
  if (!row) throw new PlatformError('bad_request')
  return { method: 'POST', path: row.path, headers: {}, body: Buffer.from(row.body), receivedAt: row.receivedAt }
}
