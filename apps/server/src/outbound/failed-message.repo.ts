import type { CustomerId, EntId, MessageId, SenderKind, Source } from '@ruwu/contract'
import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { channelAccount, customerMessage, enterprise, outbox } from '../db/schema/index.ts'

export type FailedMessage = {
  entId: EntId
  entName: string
  source: Source
  accountName: string
  customerId: CustomerId
  id: MessageId
  senderKind: SenderKind
  failKind: string | null
  failMsg: string | null
  failedAt: Date
}

/** Messages to customers that failed for good, of all enterprises, the oldest first. */
export const listFailedMessages = (
  db: Queryable,
  { since, ids, limit }: { since: Date; ids?: readonly MessageId[]; limit: number },
): Promise<FailedMessage[]> =>
  db
    .select({
      entId: customerMessage.entId,
      entName: enterprise.name,
      source: channelAccount.source,
      accountName: channelAccount.name,
      customerId: customerMessage.customerId,
      id: customerMessage.id,
      senderKind: customerMessage.senderKind,
      failKind: customerMessage.failKind,
      failMsg: customerMessage.failMsg,
      failedAt: customerMessage.updatedAt,
    })
    .from(customerMessage)
    .innerJoin(enterprise, eq(enterprise.id, customerMessage.entId))
    .innerJoin(
      channelAccount,
      and(eq(channelAccount.entId, customerMessage.entId), eq(channelAccount.id, customerMessage.relationId)),
    )
    .where(
      and(
        eq(customerMessage.status, 2),
        gt(customerMessage.updatedAt, since),
        ids && inArray(customerMessage.id, [...ids]),
      ),
    )
    .orderBy(asc(customerMessage.updatedAt), asc(customerMessage.seq))
    .limit(limit)

/** When each message on its way was written, the oldest first. */
export async function listOnTheirWay(db: Queryable): Promise<Date[]> {
  const rows = await db.select({ at: outbox.createdAt }).from(outbox).orderBy(asc(outbox.createdAt))
  return rows.map(({ at }) => at)
}
