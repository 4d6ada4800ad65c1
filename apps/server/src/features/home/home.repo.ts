import type { AgentId, EntId, HomeOverview, HomeStep, ReceptionType } from '@ruwu/contract'
import { and, asc, eq, gte, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { visibleTo } from '../../customer/visibility.repo.ts'
import { type AccountViewer, inScope } from '../../customer/account-scope.repo.ts'
import type { Queryable } from '../../db/database.ts'
import { aiHostRelationId } from '../../db/hosting.ts'
import {
  agent,
  aiAgent,
  aiPreviewDay,
  boundSince,
  channelAccount,
  customer,
  homeDismissal,
  knowledge,
  session,
} from '../../db/schema/index.ts'
import { isInUse } from '../../engine/retrieval/index.ts'
import type { Caller } from '../../platform/http/caller.ts'

export type Waiting = { count: number; since: Date }

/** Waiting customers per agent, of those the caller may see. */
export async function readWaiting(db: Queryable, caller: Caller): Promise<Map<AgentId, Waiting>> {
  const rows = await db
    .select({
      agentId: customer.agentId,
      count: sql<number>`count(*)::int`,
      since: sql<Date>`min(${customer.waitingSince})`.mapWith(customer.waitingSince),
    })
    .from(customer)
    .where(
      and(
        eq(customer.entId, caller.entId),
        isNotNull(customer.agentId),
        isNotNull(customer.waitingSince),
        eq(customer.archive, false),
        // Those that the caller has postponed are not in the caller's list either.
        or(isNull(customer.postponedUntil), ne(customer.agentId, caller.agentId)),
        visibleTo(caller),
      ),
    )
    .groupBy(customer.agentId)
  return new Map(rows.flatMap(({ agentId, ...waiting }) => (agentId ? [[agentId, waiting] as const] : [])))
}

/** Sessions that began in the span, by who receives them now or did last. */
export async function readReceptionShare(
  db: Queryable,
  caller: Caller,
  { start, until }: { start: Date; until: Date },
): Promise<HomeOverview['receptionShare']> {
  const type = sql<ReceptionType>`${session.receptionPath}[cardinality(${session.receptionPath})]`
  const visible = visibleTo(caller)
  const isCounted = and(eq(session.entId, caller.entId), gte(session.startAt, start), lt(session.startAt, until))
  const sessions = db
    .select({ type, sessions: sql<number>`count(*)::int` })
    .from(session)
    .$dynamic()
  // Without a data scope customers need not be read.
  const rows = await (
    visible
      ? sessions
          .innerJoin(customer, and(eq(customer.entId, session.entId), eq(customer.id, session.customerId)))
          .where(and(isCounted, visible))
      : sessions.where(isCounted)
  ).groupBy(type)
  return { ai_agent: 0, workflow: 0, manual: 0, ...Object.fromEntries(rows.map((row) => [row.type, row.sessions])) }
}

type Account = typeof channelAccount.$inferSelect

/** The oldest bound main account. */
export async function findFirstAccount(db: Queryable, viewer: AccountViewer): Promise<Account | undefined> {
  const [row] = await db
    .select()
    .from(channelAccount)
    .where(
      and(
        eq(channelAccount.entId, viewer.entId),
        eq(channelAccount.accountType, 'CORP'),
        ne(channelAccount.openStatus, 'unbound'),
        inScope(viewer, channelAccount.id),
      ),
    )
    .orderBy(asc(boundSince), asc(channelAccount.id))
    .limit(1)
  return row
}

/** Which steps of 新手引导 are done. */
export async function readGuideState(db: Queryable, entId: EntId): Promise<Record<HomeStep['key'], boolean>> {
  const { rows } = await db.execute<Record<HomeStep['key'], boolean>>(sql`select
    exists (select from ${channelAccount} where ${channelAccount.entId} = ${entId} and ${channelAccount.openStatus} <> 'unbound') as bind,
    exists (select from ${knowledge} where ${knowledge.entId} = ${entId} and ${isInUse}) as knowledge,
    exists (select from ${aiAgent} where ${aiAgent.entId} = ${entId} and ${aiAgent.publishedVersion} is not null) as "agentConfig",
    exists (select from ${aiPreviewDay} where ${aiPreviewDay.entId} = ${entId}) as preview,
    (select count(*) > 1 from ${agent} where ${agent.entId} = ${entId} and ${agent.enabled}) as "addAgent",
    exists (select from ${channelAccount} where ${channelAccount.entId} = ${entId} and ${channelAccount.openStatus} in ('open', 'expiring')
      and ${channelAccount.receptionMode} = 'open' and ${aiHostRelationId} is not null) as hosting`)
  const [row] = rows
  if (!row) throw new Error('a select without from has one row')
  return row
}

export const GUIDE = 'guide'
export const noticeItem = (id: string) => `notice:${id}`

export async function listDismissed(db: Queryable, entId: EntId, agentId: AgentId): Promise<Set<string>> {
  const rows = await db
    .select({ item: homeDismissal.item })
    .from(homeDismissal)
    .where(and(eq(homeDismissal.entId, entId), eq(homeDismissal.agentId, agentId)))
  return new Set(rows.map((row) => row.item))
}

export async function insertDismissal(db: Queryable, row: typeof homeDismissal.$inferInsert): Promise<void> {
  await db.insert(homeDismissal).values(row).onConflictDoNothing()
}
