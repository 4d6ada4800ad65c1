import type {
  AgentId,
  AuditStatus,
  CardType,
  EntId,
  MATERIAL_SORTS,
  MaterialId,
  RelationId,
  SortBy,
  Source,
} from '@ruwu/contract'
import {
  and,
  type AnyColumn,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  ilike,
  inArray,
  isNull,
  or,
  sql,
} from 'drizzle-orm'
import { type AccountViewer, inScope, isInScope } from '../../customer/account-scope.repo.ts'
import { containing } from '../../db/containing.ts'
import type { Queryable } from '../../db/database.ts'
import { orderOf } from '../../db/order.ts'
import { shownPage } from '../../db/paging.ts'
import {
  agent,
  aiAgent,
  aiAgentVersion,
  automationRule,
  boundSince,
  cardRule,
  channelAccount,
  flow,
  flowVersion,
  material,
  receptionPlan,
} from '../../db/schema/index.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import { hostingVersion } from '../../customer/account-reception.repo.ts'

export type MaterialRow = typeof material.$inferSelect
export type NewMaterial = typeof material.$inferInsert
export type MaterialKey = { entId: EntId; id: MaterialId }
export type MaterialWithSource = MaterialRow & { source: Source }

export type MaterialFilter = {
  relationId?: RelationId | undefined
  source?: Source | undefined
  type?: CardType | undefined
  status?: AuditStatus | undefined
  keyword?: string | undefined
  usable?: boolean | undefined
}

const isCard = ({ entId, id }: MaterialKey) => and(eq(material.entId, entId), eq(material.id, id))

/** May be sent now: enabled, approved, not expired, still on the platform. */
export const isUsableCard = (row: MaterialRow, now: Date): boolean =>
  row.enabled && !row.isRemoved && row.auditStatus === 'passed' && (row.expireAt === null || row.expireAt > now)

const whereUsable = (now: Date) =>
  and(
    eq(material.enabled, true),
    eq(material.isRemoved, false),
    eq(material.auditStatus, 'passed'),
    or(isNull(material.expireAt), gt(material.expireAt, now)),
  )

/** Status as shown: an approved card that was edited is under review again. */
const shownStatus = sql<AuditStatus>`case when ${material.isReviewedAgain} then 'pending' else ${material.auditStatus} end`

const isLike = (keyword: string) => {
  const pattern = containing(keyword)
  return or(ilike(material.name, pattern), ilike(material.title, pattern), ilike(material.platformId, pattern))
}

const ofAccount = and(eq(channelAccount.entId, material.entId), eq(channelAccount.id, material.relationId))

const withSource = { ...getTableColumns(material), source: channelAccount.source }

export type MaterialPaging = {
  page: number
  pageSize: number
  sort?: SortBy<(typeof MATERIAL_SORTS)[number]> | undefined
}

const { sent, clicked, submitted, updatedAt } = material

/** One page, latest change first unless asked otherwise; a page beyond the end returns the last one. */
export async function pageOfCards(
  db: Queryable,
  viewer: AccountViewer,
  { relationId, source, type, status, keyword, usable }: MaterialFilter,
  { page, pageSize, sort }: MaterialPaging,
  now: Date,
): Promise<{ rows: MaterialWithSource[]; total: number; page: number }> {
  const where = and(
    eq(material.entId, viewer.entId),
    inScope(viewer, material.relationId),
    relationId && eq(material.relationId, relationId),
    source && eq(channelAccount.source, source),
    type && eq(material.type, type),
    status && eq(shownStatus, status),
    keyword ? isLike(keyword) : undefined,
    usable ? whereUsable(now) : undefined,
  )
  const [counted] = await db.select({ total: count() }).from(material).innerJoin(channelAccount, ofAccount).where(where)
  const total = counted?.total ?? 0
  const shown = shownPage(total, { page, pageSize })
  const rows = await db
    .select(withSource)
    .from(material)
    .innerJoin(channelAccount, ofAccount)
    .where(where)
    .orderBy(...orderOf(sort, { sent, clicked, submitted, updatedAt }, [desc(updatedAt), desc(material.id)]))
    .limit(pageSize)
    .offset((shown - 1) * pageSize)
  return { rows, total, page: shown }
}

/** One of an account out of the caller's scope looks absent. */
export async function getVisibleCard(
  db: Queryable,
  viewer: AccountViewer,
  id: MaterialId,
): Promise<MaterialWithSource> {
  const row = await getCard(db, { entId: viewer.entId, id })
  if (!isInScope(viewer, row.relationId)) throw new NotFoundError('卡片')
  return row
}

export async function getCard(db: Queryable, key: MaterialKey): Promise<MaterialWithSource> {
  const [row] = await db.select(withSource).from(material).innerJoin(channelAccount, ofAccount).where(isCard(key))
  if (!row) throw new NotFoundError('卡片')
  return row
}

/** Row lock until commit: no rule can start using the card meanwhile. */
export async function lockCard(db: Queryable, key: MaterialKey): Promise<MaterialRow> {
  const [row] = await db.select().from(material).where(isCard(key)).for('update')
  if (!row) throw new NotFoundError('卡片')
  return row
}

/** The existing cards in id order; `hold` locks them (key share), so that none is deleted before commit. */
export async function listCards(
  db: Queryable,
  entId: EntId,
  ids: readonly MaterialId[],
  { hold = false } = {},
): Promise<MaterialRow[]> {
  if (ids.length === 0) return []
  const cards = db
    .select()
    .from(material)
    .where(and(eq(material.entId, entId), inArray(material.id, [...ids])))
    .orderBy(asc(material.id))
  return hold ? cards.for('key share') : cards
}

export function listAccountCards(db: Queryable, entId: EntId, relationId: RelationId): Promise<MaterialRow[]> {
  return db
    .select()
    .from(material)
    .where(and(eq(material.entId, entId), eq(material.relationId, relationId)))
}

const nameOf = ({ type, title }: Pick<MaterialRow, 'type' | 'title'>) => `${type} ${title}`

/** Finds an account's card with the same type and title; the cards are locked until commit. */
export async function lockByContent(
  db: Queryable,
  entId: EntId,
  relationId: RelationId,
): Promise<(card: Pick<MaterialRow, 'type' | 'title'>) => MaterialId | undefined> {
  const cards = await db
    .select()
    .from(material)
    .where(and(eq(material.entId, entId), eq(material.relationId, relationId), eq(material.isRemoved, false)))
    .orderBy(asc(material.id))
    .for('key share')
  const ids = new Map(cards.map((card) => [nameOf(card), card.id]))
  return (card) => ids.get(nameOf(card))
}

/** Upsert: a concurrent sync may have inserted the platform's card first. */
export async function insertCard(db: Queryable, row: NewMaterial): Promise<MaterialRow> {
  const { id: _id, createdAt: _createdAt, ...known } = row
  const [inserted] = await db
    .insert(material)
    .values(row)
    .onConflictDoUpdate({ target: [material.entId, material.relationId, material.platformId], set: known })
    .returning()
  if (!inserted) throw new Error('the card was not inserted')
  return inserted
}

/** Optimistic lock if a version is given: undefined when it differs. */
export async function changeCard(
  db: Queryable,
  key: MaterialKey,
  change: Partial<NewMaterial>,
  version?: number,
): Promise<MaterialRow | undefined> {
  const [row] = await db
    .update(material)
    .set({ version: sql`${material.version} + 1`, ...change })
    .where(and(isCard(key), version === undefined ? undefined : eq(material.version, version)))
    .returning()
  return row
}

export async function deleteCard(db: Queryable, key: MaterialKey): Promise<void> {
  await db.delete(material).where(isCard(key))
}

/** Moves the pointer of 轮流. */
export async function noteCardAgent(db: Queryable, key: MaterialKey, lastAgentId: AgentId): Promise<void> {
  await db.update(material).set({ lastAgentId }).where(isCard(key))
}

/** Descriptions of the rules and AIs that use the card. */
export async function listUsers(db: Queryable, { entId, id }: MaterialKey): Promise<string[]> {
  const rules = await db
    .select({ name: cardRule.name })
    .from(cardRule)
    .where(and(eq(cardRule.entId, entId), sql`${id}::uuid = any(${cardRule.materialIds})`))
    .orderBy(asc(cardRule.position))
  const ais = await db
    .select({ name: channelAccount.name })
    .from(aiAgent)
    .innerJoin(channelAccount, and(eq(channelAccount.entId, aiAgent.entId), eq(channelAccount.id, aiAgent.relationId)))
    .leftJoin(aiAgentVersion, hostingVersion)
    .where(and(eq(aiAgent.entId, entId), or(sendsCard(aiAgent.draft, id), sendsCard(aiAgentVersion.config, id))))
    .orderBy(asc(boundSince))
  const plans = await db
    .select({ name: receptionPlan.name })
    .from(receptionPlan)
    .where(
      and(
        eq(receptionPlan.entId, entId),
        sql`${receptionPlan.welcome} -> 'parts' @> ${JSON.stringify([{ materialId: id }])}`,
      ),
    )
    .orderBy(asc(receptionPlan.id))
  const automations = await db
    .select({ name: automationRule.name })
    .from(automationRule)
    .where(
      and(
        eq(automationRule.entId, entId),
        sql`${automationRule.actions} @> ${JSON.stringify([{ type: 'send', params: { type: 'card', materialId: id } }])}`,
      ),
    )
    .orderBy(asc(automationRule.position))
  const named = JSON.stringify({ nodes: [{ data: { materialId: id } }] })
  const flows = await db
    .select({ name: flow.name })
    .from(flow)
    .leftJoin(
      flowVersion,
      and(
        eq(flowVersion.entId, flow.entId),
        eq(flowVersion.flowId, flow.id),
        eq(flowVersion.version, flow.publishedVersion),
      ),
    )
    .where(
      and(
        eq(flow.entId, entId),
        isNull(flow.deletedAt),
        sql`(${flow.graph} @> ${named}::jsonb or ${flowVersion.graph} @> ${named}::jsonb)`,
      ),
    )
    .orderBy(asc(flow.id))
  return [
    ...flows.map(({ name }) => `工作流「${name}」`),
    ...rules.map(({ name }) => `发卡规则「${name}」`),
    ...automations.map(({ name }) => `规则「${name}」`),
    ...ais.map(({ name }) => `AI 智能体「${name}」`),
    ...plans.map(({ name }) => `接待方案「${name}」`),
  ]
}

/** Whether the config sends the card when the goal is reached. */
const sendsCard = (written: AnyColumn, id: MaterialId) => sql`${written} #>> '{goal,onReached,materialId}' = ${id}`

/** Name of the last editor, for the message of a failed optimistic lock. */
export async function lastEditor(db: Queryable, key: MaterialKey): Promise<string | undefined> {
  const [row] = await db
    .select({ name: agent.name })
    .from(material)
    .innerJoin(agent, and(eq(agent.entId, material.entId), eq(agent.id, material.updatedBy)))
    .where(isCard(key))
  return row?.name
}
