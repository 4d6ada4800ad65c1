import type { HomeMiss, HomeTodo } from '@ruwu/contract'
import { and, count, desc, eq, ne } from 'drizzle-orm'
import { inScope } from '../../../customer/account-scope.repo.ts'
import type { Queryable } from '../../../db/database.ts'
import { channelAccount, knowledgeMiss } from '../../../db/schema/index.ts'
import type { Caller } from '../../../platform/http/caller.ts'

const TOP = 5

const isAccountOf = and(
  eq(channelAccount.entId, knowledgeMiss.entId),
  eq(channelAccount.id, knowledgeMiss.relationId),
  // The page of an unbound account cannot be opened from the list of accounts.
  ne(channelAccount.openStatus, 'unbound'),
)

/** Authorisation: of the accounts in the caller's scope. */
const isOpenFor = (caller: Caller) =>
  and(
    eq(knowledgeMiss.entId, caller.entId),
    eq(knowledgeMiss.status, 'open'),
    inScope(caller, knowledgeMiss.relationId),
  )

/** Open missed questions per account, most first. */
export function countMisses(db: Queryable, caller: Caller): Promise<HomeTodo['aiMissBy']> {
  return db
    .select({
      relationId: channelAccount.id,
      accountType: channelAccount.accountType,
      source: channelAccount.source,
      name: channelAccount.name,
      count: count(),
    })
    .from(knowledgeMiss)
    .innerJoin(channelAccount, isAccountOf)
    .where(isOpenFor(caller))
    .groupBy(channelAccount.entId, channelAccount.id)
    .orderBy(desc(count()), channelAccount.id)
}

/** The most frequent open ones of all accounts. */
export async function listTopMisses(db: Queryable, caller: Caller): Promise<HomeMiss[]> {
  const rows = await db
    .select({
      id: knowledgeMiss.id,
      relationId: knowledgeMiss.relationId,
      accountName: channelAccount.name,
      question: knowledgeMiss.question,
      times: knowledgeMiss.times,
      lastAt: knowledgeMiss.lastAt,
    })
    .from(knowledgeMiss)
    .innerJoin(channelAccount, isAccountOf)
    .where(isOpenFor(caller))
    .orderBy(desc(knowledgeMiss.times), desc(knowledgeMiss.lastAt), desc(knowledgeMiss.id))
    .limit(TOP)
  return rows.map((row) => ({ ...row, lastAt: row.lastAt.toISOString() }))
}
