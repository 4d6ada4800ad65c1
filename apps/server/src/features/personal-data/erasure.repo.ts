import type { AgentId } from '@ruwu/contract'
import { and, eq, sql } from 'drizzle-orm'
import type { CustomerRow } from '../../customer/customer-change.ts'
import { emptyCustomer } from '../../customer/empty-customer.repo.ts'
import type { Queryable } from '../../db/database.ts'
import { channelAccount, erasure } from '../../db/schema/index.ts'
import type { Person } from './person-tables.repo.ts'

/** Another node takes an erasure over whose node stopped. Steps are idempotent, so that two nodes at once do no harm. */
const LEASE_MS = 5 * 60_000
/** Every lease and held file has ended by then: what a running worker still wrote is found by the second run. */
export const SWEEP_AFTER_MS = 15 * 60_000
const RETRY_MAX_MS = 10 * 60_000

export type ErasureRow = typeof erasure.$inferSelect

/** Within the transaction that holds the customer's lock: the request, and the row without the person. */
export async function detachPerson(db: Queryable, row: CustomerRow, by: AgentId, now: Date): Promise<void> {
  const { entId, id: customerId, relationId, platformUserId, conversationKey } = row
  const person = { entId, customerId, relationId, platformUserId, conversationKey }
  await db.insert(erasure).values({ ...person, requestedBy: by, requestedAt: now, dueAt: now })
  await emptyCustomer(db, row, now)
}

/** Leases the next due erasure to this node. */
export async function claimErasure(db: Queryable, now: Date): Promise<ErasureRow | undefined> {
  const due = sql`select e.ctid from erasure e where e.due_at <= ${now} order by e.due_at limit 1 for update skip locked`
  const [row] = await db
    .update(erasure)
    .set({ dueAt: new Date(now.getTime() + LEASE_MS), tries: sql`${erasure.tries} + 1` })
    .where(sql`${erasure}.ctid = (${due})`)
    .returning()
  return row
}

const isErasure = ({ entId, customerId }: ErasureRow) =>
  and(eq(erasure.entId, entId), eq(erasure.customerId, customerId))

/** After the first run the second is due; after that the erasure is done and forgets the platform id. */
export async function endRun(db: Queryable, row: ErasureRow, now: Date): Promise<void> {
  const isFirst = row.state === 'requested'
  await db
    .update(erasure)
    .set(
      isFirst
        ? { state: 'erased', erasedAt: now, tries: 0, dueAt: new Date(now.getTime() + SWEEP_AFTER_MS) }
        : { state: 'done', platformUserId: '', conversationKey: '', dueAt: null },
    )
    .where(and(isErasure(row), eq(erasure.state, row.state)))
}

export async function postponeRun(db: Queryable, row: ErasureRow, now: Date): Promise<void> {
  const waitMs = Math.min(RETRY_MAX_MS, 1_000 * 2 ** Math.min(row.tries, 20))
  await db
    .update(erasure)
    .set({ dueAt: new Date(now.getTime() + waitMs) })
    .where(and(isErasure(row), sql`${erasure.state} <> 'done'`))
}

type KnownPerson = Omit<Person, 'source' | 'accountId'>

/** Adds the account's ids, by which the platform's calls name it. */
export async function withAccount(db: Queryable, person: KnownPerson): Promise<Person> {
  const { entId, relationId } = person
  const [account] = await db
    .select({ source: channelAccount.source, accountId: channelAccount.platformId })
    .from(channelAccount)
    .where(and(eq(channelAccount.entId, entId), eq(channelAccount.id, relationId)))
  if (!account) throw new Error(`account ${relationId} is gone`)
  return { ...person, ...account }
}
