import type { EntId, FlowId, RelationId } from '@ruwu/contract'
import { and, asc, count, desc, eq, gte, isNull, type SQL, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Queryable } from '../../db/database.ts'
import { agent, automationLog, automationRule, enterprise, flow, flowRun, flowVersion } from '../../db/schema/index.ts'
import { sealedColumn } from '../../db/sealed-column.ts'
import { NotFoundError } from '../../platform/http/errors.ts'

export type FlowRow = typeof flow.$inferSelect & { updatedByName: string }
export type FlowVersionRow = typeof flowVersion.$inferSelect
export type FlowKey = { entId: EntId; id: FlowId }

export const FLOW_SECRET_PURPOSE = 'flow-secret'

export const flowSecrets = sealedColumn(flow, {
  column: 'secret',
  key: ['entId', 'id'],
  purposeOf: () => FLOW_SECRET_PURPOSE,
})

const isFlow = ({ entId, id }: FlowKey) => and(eq(flow.entId, entId), eq(flow.id, id), isNull(flow.deletedAt))

const selectFlows = (db: Queryable) =>
  db
    .select({ row: flow, updatedByName: agent.name })
    .from(flow)
    .leftJoin(agent, and(eq(agent.entId, flow.entId), eq(agent.id, flow.updatedBy)))

const toRow = ({ row, updatedByName }: { row: typeof flow.$inferSelect; updatedByName: string | null }): FlowRow => ({
  ...row,
  updatedByName: updatedByName ?? '',
})

/** Newest change first. */
export async function listFlows(db: Queryable, entId: EntId): Promise<FlowRow[]> {
  const rows = await selectFlows(db)
    .where(and(eq(flow.entId, entId), isNull(flow.deletedAt)))
    .orderBy(desc(flow.updatedAt), desc(flow.id))
  return rows.map(toRow)
}

export async function getFlow(db: Queryable, key: FlowKey): Promise<FlowRow> {
  const [row] = await selectFlows(db).where(isFlow(key))
  if (!row) throw new NotFoundError('工作流')
  return toRow(row)
}

/** Locked until commit. */
export async function lockFlow(db: Queryable, key: FlowKey): Promise<FlowRow> {
  await db.select({ id: flow.id }).from(flow).where(isFlow(key)).for('update')
  return getFlow(db, key)
}

/** One enterprise's flows are counted and added one after the other, so that the limit holds. */
export async function lockFlows(db: Queryable, entId: EntId): Promise<number> {
  await db.select({ id: enterprise.id }).from(enterprise).where(eq(enterprise.id, entId)).for('no key update')
  const [row] = await db
    .select({ flows: count() })
    .from(flow)
    .where(and(eq(flow.entId, entId), isNull(flow.deletedAt)))
  return row?.flows ?? 0
}

export async function insertFlow(db: Queryable, row: typeof flow.$inferInsert): Promise<void> {
  await db.insert(flow).values(row)
}

export async function changeFlow(db: Queryable, key: FlowKey, to: Partial<typeof flow.$inferInsert>): Promise<void> {
  await db.update(flow).set(to).where(isFlow(key))
}

export async function insertVersion(db: Queryable, row: typeof flowVersion.$inferInsert): Promise<void> {
  await db.insert(flowVersion).values(row)
}

/** Signs the Webhooks of a flow, also of one that was deleted while customers finish it. */
export async function findSecret(db: Queryable, run: { entId: EntId; flowId: FlowId }): Promise<Buffer | null> {
  const [row] = await db
    .select({ secret: flow.secret })
    .from(flow)
    .where(and(eq(flow.entId, run.entId), eq(flow.id, run.flowId)))
  return row?.secret ?? null
}

type VersionKey = { entId: EntId; flowId: FlowId; version: number }

/** Versions in use: they never change. */
const versions = new LRUCache<string, FlowVersionRow>({ max: 200 })

export async function findVersion(db: Queryable, key: VersionKey): Promise<FlowVersionRow | undefined> {
  const name = `${key.entId} ${key.flowId} ${key.version}`
  const known = versions.get(name)
  if (known) return known
  const [row] = await db
    .select()
    .from(flowVersion)
    .where(
      and(eq(flowVersion.entId, key.entId), eq(flowVersion.flowId, key.flowId), eq(flowVersion.version, key.version)),
    )
  if (row) versions.set(name, row)
  return row
}

/** The next turn among the customers of a version, from 0. */
export async function takeTurn(db: Queryable, { entId, flowId, version }: VersionKey): Promise<number> {
  const [row] = await db
    .update(flowVersion)
    .set({ turns: sql`${flowVersion.turns} + 1` })
    .where(and(eq(flowVersion.entId, entId), eq(flowVersion.flowId, flowId), eq(flowVersion.version, version)))
    .returning({ turns: flowVersion.turns })
  return (row?.turns ?? 1) - 1
}

export async function getVersion(db: Queryable, key: VersionKey): Promise<FlowVersionRow> {
  const row = await findVersion(db, key)
  if (!row) throw new NotFoundError('版本')
  return row
}

/** Newest first, with the customers that are in each. */
export async function listVersions(db: Queryable, { entId, id }: FlowKey, page: { limit: number; offset: number }) {
  const isOwn = and(eq(flowVersion.entId, entId), eq(flowVersion.flowId, id))
  const running = sql<number>`(select count(*)::int from flow_run r where r.ent_id = ${flowVersion.entId}
    and r.flow_id = ${flowVersion.flowId} and r.version = ${flowVersion.version} and r.ended_at is null)`
  const rows = await db
    .select({
      version: flowVersion.version,
      note: flowVersion.note,
      agentId: flowVersion.agentId,
      agentName: agent.name,
      publishedAt: flowVersion.publishedAt,
      running,
    })
    .from(flowVersion)
    .leftJoin(agent, and(eq(agent.entId, flowVersion.entId), eq(agent.id, flowVersion.agentId)))
    .where(isOwn)
    .orderBy(desc(flowVersion.version))
    .limit(page.limit)
    .offset(page.offset)
  const [all] = await db.select({ total: count() }).from(flowVersion).where(isOwn)
  return { rows, total: all?.total ?? 0 }
}

/** A published flow with what decides whether it begins. */
export type PublishedFlow = Pick<FlowVersionRow, 'entId' | 'flowId' | 'version' | 'name' | 'trigger' | 'accountIds'>

/** Published flows that may begin now: none while all automation is paused. */
export const listStartable = (db: Queryable, entId: EntId): Promise<PublishedFlow[]> =>
  listPublished(
    db,
    entId,
    sql`not exists (select from enterprise e where e.id = ${flow.entId} and e.automation_paused_at is not null)`,
  )
const isPublishedVersion = and(
  eq(flowVersion.entId, flow.entId),
  eq(flowVersion.flowId, flow.id),
  eq(flowVersion.version, flow.publishedVersion),
)
const isPublished = (entId: EntId) => and(eq(flow.entId, entId), eq(flow.status, 'published'), isNull(flow.deletedAt))

/** In the order they were made: of several that could begin, the oldest does. */
export const listPublished = (db: Queryable, entId: EntId, which?: SQL): Promise<PublishedFlow[]> =>
  db
    .select({
      entId: flowVersion.entId,
      flowId: flowVersion.flowId,
      version: flowVersion.version,
      name: flow.name,
      trigger: flowVersion.trigger,
      accountIds: flowVersion.accountIds,
    })
    .from(flow)
    .innerJoin(flowVersion, isPublishedVersion)
    .where(and(isPublished(entId), which))
    .orderBy(asc(flow.createdAt), asc(flow.id))

/** What is published, in no order. */
export const listPublishedGraphs = (db: Queryable, entId: EntId): Promise<Pick<FlowVersionRow, 'flowId' | 'graph'>[]> =>
  db
    .select({ flowId: flowVersion.flowId, graph: flowVersion.graph })
    .from(flow)
    .innerJoin(flowVersion, isPublishedVersion)
    .where(isPublished(entId))

export const isForAccount = ({ accountIds }: Pick<PublishedFlow, 'accountIds'>, relationId: RelationId): boolean =>
  accountIds.length === 0 || accountIds.includes(relationId)

/** Names of the rules that switch customers to the flow, in their order. */
export async function listRulesWith(db: Queryable, { entId, id }: FlowKey): Promise<string[]> {
  const action = JSON.stringify([{ type: 'workflow', params: { flowId: id } }])
  const rows = await db
    .select({ name: automationRule.name })
    .from(automationRule)
    .where(and(eq(automationRule.entId, entId), sql`${automationRule.actions} @> ${action}`))
    .orderBy(asc(automationRule.position))
  return rows.map(({ name }) => name)
}

export type FlowFigures = { started: number; finished: number; leads: number; blocked: number; running: number }

/** Runs begun since then, how they ended, the messages held back since then, and the customers that are in a flow now; of all flows, or of one. */
export async function readFigures(
  db: Queryable,
  entId: EntId,
  since: Date,
  id?: FlowId,
): Promise<(id: FlowId) => FlowFigures> {
  const isOwn = and(eq(flowRun.entId, entId), id && eq(flowRun.flowId, id))
  const begun = await db
    .select({
      flowId: flowRun.flowId,
      started: sql<number>`(count(*) filter (where ${flowRun.outcome} is distinct from 'skipped'))::int`,
      finished: sql<number>`(count(*) filter (where ${flowRun.outcome} = 'end'))::int`,
      leads: sql<number>`(count(distinct ${flowRun.customerId}) filter (where ${flowRun.hasLead}))::int`,
    })
    .from(flowRun)
    .where(and(isOwn, gte(flowRun.startedAt, since)))
    .groupBy(flowRun.flowId)
  const active = await db
    .select({ flowId: flowRun.flowId, running: count() })
    .from(flowRun)
    .where(and(isOwn, isNull(flowRun.endedAt)))
    .groupBy(flowRun.flowId)
  const flowOf = sql<FlowId>`${automationLog.input} ->> 'flowId'`
  const held = await db
    .select({ flowId: flowOf, blocked: count() })
    .from(automationLog)
    .where(
      and(
        eq(automationLog.entId, entId),
        // Literals, as in the condition of the index: the plan of a named statement knows no parameters.
        sql`${automationLog.type} = 'flow' and ${automationLog.result} = 'blocked'`,
        gte(automationLog.at, since),
        id && eq(flowOf, id),
      ),
    )
    .groupBy(flowOf)
  const byId = new Map(begun.map(({ flowId, ...figures }) => [flowId, figures]))
  const running = new Map(active.map((row) => [row.flowId, row.running]))
  const blocked = new Map(held.map((row) => [row.flowId, row.blocked]))
  return (of) => ({
    started: 0,
    finished: 0,
    leads: 0,
    ...byId.get(of),
    blocked: blocked.get(of) ?? 0,
    running: running.get(of) ?? 0,
  })
}
