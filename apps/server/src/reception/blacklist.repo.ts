import type { CustomerId } from '@ruwu/contract'
import { and, desc, eq, sql } from 'drizzle-orm'
import { systemTagId } from '../customer/customer-tags.ts'
import { visibleTo } from '../customer/visibility.repo.ts'
import type { Queryable } from '../db/database.ts'
import { channelAccount, customer, customerTag } from '../db/schema/index.ts'
import type { Caller } from '../platform/http/caller.ts'

type BlockedPage = { after: { blockedAt: Date; id: CustomerId } | undefined; limit: number }

/** Blocked customers, found by the system tag that 拉黑 binds; newest first. */
export const listBlocked = (db: Queryable, caller: Caller, { after, limit }: BlockedPage) =>
  db
    .select({
      row: {
        id: customer.id,
        name: customer.name,
        remark: customer.remark,
        avatar: customer.avatar,
        source: customer.source,
      },
      subSourceName: channelAccount.name,
      blockedAt: customerTag.boundAt,
    })
    .from(customerTag)
    .innerJoin(customer, and(eq(customer.entId, customerTag.entId), eq(customer.id, customerTag.customerId)))
    .innerJoin(
      channelAccount,
      and(eq(channelAccount.entId, customer.entId), eq(channelAccount.id, customer.relationId)),
    )
    .where(
      and(
        eq(customerTag.entId, caller.entId),
        eq(customerTag.tagId, systemTagId(caller.entId, 'blocked')),
        customer.isBlocked,
        visibleTo(caller),
        after && sql`(${customerTag.boundAt}, ${customer.id}) < (${after.blockedAt}, ${after.id}::uuid)`,
      ),
    )
    .orderBy(desc(customerTag.boundAt), desc(customer.id))
    .limit(limit)
