import { and, count, eq, sql } from 'drizzle-orm'
import { hosting, hostingVersion } from '../customer/account-reception.repo.ts'
import type { CustomerRow } from '../customer/customer-change.ts'
import type { Queryable } from '../db/database.ts'
import { aiAgent, aiAgentVersion, channelAccount, lead, session } from '../db/schema/index.ts'

export async function countLeads(db: Queryable, { entId, id }: CustomerRow): Promise<number> {
  const where = and(eq(lead.entId, entId), eq(lead.customerId, id))
  const [row] = await db.select({ count: count() }).from(lead).where(where)
  return row?.count ?? 0
}

export async function countSessions(db: Queryable, { entId, id }: CustomerRow): Promise<number> {
  const where = and(eq(session.entId, entId), eq(session.customerId, id))
  const [row] = await db.select({ count: count() }).from(session).where(where)
  return row?.count ?? 0
}

/** The published AI of the customer's account; undefined: it has none. */
export async function findAi(
  db: Queryable,
  { entId, relationId }: CustomerRow,
): Promise<{ name: string | null } | undefined> {
  const [row] = await db
    .select({ name: sql<string | null>`${aiAgentVersion.config} #>> '{role,name}'` })
    .from(channelAccount)
    .innerJoin(aiAgent, hosting)
    .leftJoin(aiAgentVersion, hostingVersion)
    .where(and(eq(channelAccount.entId, entId), eq(channelAccount.id, relationId)))
  return row
}
