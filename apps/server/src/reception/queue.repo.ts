import type { AgentId, CustomerId, EntId, SessionId } from '@ruwu/contract'
import type { QueuedCustomer } from '@ruwu/domain'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { channelAccount, customer, session } from '../db/schema/index.ts'

export type Queued = QueuedCustomer & {
  id: CustomerId
  waitingSince: Date
  /** The open session if the queue text was not sent in it yet; else null. */
  unnotifiedSessionId: SessionId | null
}

const PAGE = 500

/** `isQueued` on the table `customer`. */
export const IS_QUEUED = sql`${customer.agentId} is null and not ${customer.archive} and ${customer.receptionType} = 'manual'
  and ${customer.waitingSince} is not null and not ${customer.isBlocked}`

/** What assignment looks at. */
const ASSIGNED_BY = {
  relationId: customer.relationId,
  tagIds: customer.tagIds,
  lastHumanAgentId: customer.lastHumanAgentId,
  lastHumanAt: customer.lastHumanAt,
  skipAgentId: customer.skipAgentId,
  skipUntil: customer.skipUntil,
}

type Assignable = QueuedCustomer & { entId: EntId; agentId: AgentId | null; accountName: string }

/** Customers as assignment sees them, with owner and name of the account. */
export const listAssignable = (db: Queryable, entId: EntId, ids: readonly CustomerId[]): Promise<Assignable[]> =>
  db
    .select({ entId: customer.entId, agentId: customer.agentId, accountName: channelAccount.name, ...ASSIGNED_BY })
    .from(customer)
    .innerJoin(
      channelAccount,
      and(eq(channelAccount.entId, customer.entId), eq(channelAccount.id, customer.relationId)),
    )
    .where(and(eq(customer.entId, entId), inArray(customer.id, [...ids]), isNull(customer.erasedAt)))

/** Unassigned customers that wait for an agent, longest wait first; read in pages. */
export async function* eachQueued(db: Queryable, entId: EntId): AsyncGenerator<Queued> {
  for (let after: Queued | undefined; ;) {
    const rows: Queued[] = await readPage(db, entId, after)
    yield* rows
    after = rows.at(-1)
    if (rows.length < PAGE) return
  }
}

async function readPage(db: Queryable, entId: EntId, after: Queued | undefined): Promise<Queued[]> {
  const rows = await db
    .select({
      id: customer.id,
      ...ASSIGNED_BY,
      waitingSince: customer.waitingSince,
      unnotifiedSessionId: session.id,
    })
    .from(customer)
    .leftJoin(
      session,
      and(eq(session.entId, customer.entId), eq(session.id, customer.sessionId), eq(session.queueTold, false)),
    )
    .where(
      and(
        eq(customer.entId, entId),
        IS_QUEUED,
        after && sql`(${customer.waitingSince}, ${customer.id}) > (${after.waitingSince}, ${after.id}::uuid)`,
      ),
    )
    .orderBy(asc(customer.waitingSince), asc(customer.id))
    .limit(PAGE)
  return rows.flatMap(({ waitingSince, ...row }) => (waitingSince ? [{ ...row, waitingSince }] : []))
}
