import type { CardRuleId, CustomerId, EntId, MaterialId, RelationId } from '@ruwu/contract'
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import { type AccountViewer, isInScope } from '../../customer/account-scope.repo.ts'
import type { Queryable } from '../../db/database.ts'
import { agent, cardRule, channelAccount } from '../../db/schema/index.ts'
import { NotFoundError } from '../../platform/http/errors.ts'

export type CardRuleRow = typeof cardRule.$inferSelect
type NewCardRule = typeof cardRule.$inferInsert
type CardRuleKey = { entId: EntId; id: CardRuleId }
export type AccountKey = { entId: EntId; relationId: RelationId }

const isRule = ({ entId, id }: CardRuleKey) => and(eq(cardRule.entId, entId), eq(cardRule.id, id))
const isRuleOf = ({ entId, relationId }: AccountKey) =>
  and(eq(cardRule.entId, entId), eq(cardRule.relationId, relationId))

export function listRules(db: Queryable, account: AccountKey): Promise<CardRuleRow[]> {
  return db.select().from(cardRule).where(isRuleOf(account)).orderBy(asc(cardRule.position), asc(cardRule.id))
}

export async function getRule(db: Queryable, key: CardRuleKey): Promise<CardRuleRow> {
  const [row] = await db.select().from(cardRule).where(isRule(key))
  if (!row) throw new NotFoundError('发卡规则')
  return row
}

/** One of an account out of the caller's scope looks absent. */
export async function getVisibleRule(db: Queryable, viewer: AccountViewer, id: CardRuleId): Promise<CardRuleRow> {
  const row = await getRule(db, { entId: viewer.entId, id })
  if (!isInScope(viewer, row.relationId)) throw new NotFoundError('发卡规则')
  return row
}

/** Locks the account's row to serialise changes of its rules, so that positions stay gapless. */
export async function lockAccountRules(db: Queryable, { entId, relationId }: AccountKey): Promise<void> {
  await db
    .select({ id: channelAccount.id })
    .from(channelAccount)
    .where(and(eq(channelAccount.entId, entId), eq(channelAccount.id, relationId)))
    .for('no key update')
}

/** Locks rules until commit in id order, so that two transactions can't deadlock. */
export function lockRules(db: Queryable, entId: EntId, ids: readonly CardRuleId[]): Promise<CardRuleRow[]> {
  return db
    .select()
    .from(cardRule)
    .where(and(eq(cardRule.entId, entId), inArray(cardRule.id, [...ids])))
    .orderBy(asc(cardRule.id))
    .for('no key update')
}

export async function insertRule(db: Queryable, row: NewCardRule): Promise<void> {
  await db.insert(cardRule).values(row)
}

/** Optimistic lock if a version is given: false when it differs. */
export async function changeRule(
  db: Queryable,
  key: CardRuleKey,
  change: Partial<NewCardRule>,
  version?: number,
): Promise<boolean> {
  const rows = await db
    .update(cardRule)
    .set({ ...change, version: sql`${cardRule.version} + 1` })
    .where(and(isRule(key), version === undefined ? undefined : eq(cardRule.version, version)))
    .returning({ id: cardRule.id })
  return rows.length === 1
}

export async function countCard(db: Queryable, key: CardRuleKey): Promise<void> {
  await db
    .update(cardRule)
    .set({ sent: sql`${cardRule.sent} + 1` })
    .where(isRule(key))
}

/** Stores the positions of the given order. */
export async function placeRules(db: Queryable, entId: EntId, ids: readonly CardRuleId[]): Promise<void> {
  await db.execute(sql`update card_rule set position = p.position - 1
    from unnest(${sql.param(ids)}::uuid[]) with ordinality as p(id, position)
    where card_rule.ent_id = ${entId} and card_rule.id = p.id and card_rule.position <> p.position - 1`)
}

/** Those below it move up. */
export async function deleteRule(db: Queryable, { entId, id, relationId, position }: CardRuleRow): Promise<void> {
  await db.delete(cardRule).where(isRule({ entId, id }))
  await db
    .update(cardRule)
    .set({ position: sql`${cardRule.position} - 1` })
    .where(and(isRuleOf({ entId, relationId }), gt(cardRule.position, position)))
}

/** Name of the last editor, for the message of a failed optimistic lock. */
export async function lastEditor(db: Queryable, key: CardRuleKey): Promise<string | undefined> {
  const [row] = await db
    .select({ name: agent.name })
    .from(cardRule)
    .innerJoin(agent, and(eq(agent.entId, cardRule.entId), eq(agent.id, cardRule.updatedBy)))
    .where(isRule(key))
  return row?.name
}

/** The sub-accounts below an account. */
export async function listStaffIds(db: Queryable, { entId, relationId }: AccountKey): Promise<RelationId[]> {
  const rows = await db
    .select({ id: channelAccount.id })
    .from(channelAccount)
    .where(and(eq(channelAccount.entId, entId), eq(channelAccount.parentId, relationId)))
  return rows.map(({ id }) => id)
}

/** Whether any rule is switched on for a customer: of the account they wrote to, or its main account. */
export async function hasRules(
  db: Queryable,
  { entId, customerId }: { entId: EntId; customerId: CustomerId },
): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(sql`select exists (
    select 1 from customer c join channel_account a on a.ent_id = c.ent_id and a.id = c.relation_id
      join card_rule r on r.ent_id = c.ent_id and r.relation_id in (a.id, a.parent_id)
    where c.ent_id = ${entId} and c.id = ${customerId} and r.enabled) as found`)
  return rows[0]?.found ?? false
}

type SilenceRule = { entId: EntId; relationId: RelationId; minutes: number }

/** For every account with an enabled rule that waits for silence: for how long it waits. */
export async function listSilences(db: Queryable): Promise<SilenceRule[]> {
  const { rows } = await db.execute<{ ent_id: string; relation_id: string; minutes: number }>(sql`
    select distinct r.ent_id, r.relation_id, (r.trigger->>'n')::int as minutes
    from card_rule r join channel_account a on a.ent_id = r.ent_id and a.id = r.relation_id
    where r.enabled and r.trigger->>'type' = 'silence' and a.open_status in ('open', 'expiring')`)
  return rows.map((row) => ({
    entId: row.ent_id.replaceAll('-', '') as EntId,
    relationId: row.relation_id.replaceAll('-', '') as RelationId,
    minutes: row.minutes,
  }))
}

/** Descriptions of AI 判断意图. */
export const intentsOf = (rules: readonly CardRuleRow[]): string[] =>
  rules.flatMap(({ enabled, trigger }) => (enabled && trigger.type === 'intent' ? [trigger.text] : []))

export const cardsOf = (rules: readonly CardRuleRow[]): MaterialId[] => [
  ...new Set(rules.flatMap((rule) => rule.materialIds)),
]
