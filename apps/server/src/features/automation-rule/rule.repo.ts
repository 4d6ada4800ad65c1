import type { AutomationRuleId, EntId, RuleEventType } from '@ruwu/contract'
import { and, asc, eq, getTableColumns, gt, gte, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { agent, automationRule, automationRun, enterprise } from '../../db/schema/index.ts'
import { sealedColumn } from '../../db/sealed-column.ts'
import { NotFoundError } from '../../platform/http/errors.ts'

export type RuleRow = typeof automationRule.$inferSelect
type NewRule = typeof automationRule.$inferInsert
export type RuleKey = { entId: EntId; id: AutomationRuleId }
export type ShownRule = RuleRow & { editorName: string }

export const RULE_SECRET_PURPOSE = 'automation-rule-secret'

export const ruleSecrets = sealedColumn(automationRule, {
  column: 'secret',
  key: ['entId', 'id'],
  purposeOf: () => RULE_SECRET_PURPOSE,
})

const isRule = ({ entId, id }: RuleKey) => and(eq(automationRule.entId, entId), eq(automationRule.id, id))

/** In their order. */
export const listRules = (db: Queryable, entId: EntId, id?: AutomationRuleId): Promise<ShownRule[]> =>
  db
    .select({ ...getTableColumns(automationRule), editorName: agent.name })
    .from(automationRule)
    .innerJoin(agent, and(eq(agent.entId, automationRule.entId), eq(agent.id, automationRule.updatedBy)))
    .where(and(eq(automationRule.entId, entId), id && eq(automationRule.id, id)))
    .orderBy(asc(automationRule.position), asc(automationRule.id))

export async function getRule(db: Queryable, key: RuleKey): Promise<ShownRule> {
  const [row] = await listRules(db, key.entId, key.id)
  if (!row) throw new NotFoundError('规则')
  return row
}

/** Enabled rules of an event, in their order; none while all automation is paused: an event of that time fires nothing, also later. */
export const listFiring = (
  db: Queryable,
  entId: EntId,
  { type, minutes }: { type: RuleEventType; minutes?: number | null | undefined },
): Promise<RuleRow[]> =>
  db
    .select(getTableColumns(automationRule))
    .from(automationRule)
    .innerJoin(enterprise, and(eq(enterprise.id, automationRule.entId), isNull(enterprise.automationPausedAt)))
    .where(
      and(
        eq(automationRule.entId, entId),
        eq(automationRule.eventType, type),
        minutes == null ? isNull(automationRule.eventMinutes) : eq(automationRule.eventMinutes, minutes),
        eq(automationRule.status, 'on'),
      ),
    )
    .orderBy(asc(automationRule.position), asc(automationRule.id))

/** Serialises changes of an enterprise's rules, so that positions stay gapless and the limit holds. */
export async function lockRules(db: Queryable, entId: EntId): Promise<void> {
  await db.select({ id: enterprise.id }).from(enterprise).where(eq(enterprise.id, entId)).for('no key update')
}

export async function insertRule(db: Queryable, row: NewRule): Promise<void> {
  await db.insert(automationRule).values(row)
}

/** Optimistic lock if a version is given: false when it differs. */
export async function changeRule(
  db: Queryable,
  key: RuleKey,
  change: Partial<NewRule>,
  version?: number,
): Promise<boolean> {
  const rows = await db
    .update(automationRule)
    .set({ ...change, version: sql`${automationRule.version} + 1` })
    .where(and(isRule(key), version === undefined ? undefined : eq(automationRule.version, version)))
    .returning({ id: automationRule.id })
  return rows.length === 1
}

/** Stores the positions of the given order. */
export async function placeRules(db: Queryable, entId: EntId, ids: readonly AutomationRuleId[]): Promise<void> {
  await db.execute(sql`update automation_rule r set position = p.position - 1
    from unnest(${sql.param(ids)}::uuid[]) with ordinality as p(id, position)
    where r.ent_id = ${entId} and r.id = p.id and r.position <> p.position - 1`)
}

/** With its runs; those below it move up. */
export async function deleteRule(db: Queryable, { entId, id, position }: RuleRow): Promise<void> {
  await db.delete(automationRule).where(isRule({ entId, id }))
  await db
    .update(automationRule)
    .set({ position: sql`${automationRule.position} - 1` })
    .where(and(eq(automationRule.entId, entId), gt(automationRule.position, position)))
}

export async function findRule(db: Queryable, key: RuleKey): Promise<RuleRow | undefined> {
  const [row] = await db.select().from(automationRule).where(isRule(key))
  return row
}

/** Locked until commit: runs that end at the same time count one after the other. */
export async function lockRule(db: Queryable, key: RuleKey): Promise<RuleRow | undefined> {
  const [row] = await db.select().from(automationRule).where(isRule(key)).for('no key update')
  return row
}

/** Without a new version: no agent changed anything. */
export async function countFailures(db: Queryable, key: RuleKey, failures: number): Promise<void> {
  await db.update(automationRule).set({ failures }).where(isRule(key))
}

export type RunCounts = { fired: number; ok: number; blocked: number; failed: number }

/** Ended runs per rule since then. */
export async function countRuns(
  db: Queryable,
  entId: EntId,
  since: Date,
): Promise<(id: AutomationRuleId) => RunCounts> {
  const rows = await db
    .select({
      ruleId: automationRun.ruleId,
      fired: sql<number>`count(*)::int`,
      failed: sql<number>`(count(*) filter (where ${automationRun.result} = 'failed'))::int`,
      blocked: sql<number>`(count(*) filter (where ${automationRun.result} = 'blocked'))::int`,
      ok: sql<number>`(count(*) filter (where ${automationRun.result} in ('done', 'skipped')))::int`,
    })
    .from(automationRun)
    .where(and(eq(automationRun.entId, entId), gte(automationRun.startedAt, since)))
    .groupBy(automationRun.ruleId)
  const counts = new Map(rows.map(({ ruleId, ...each }) => [ruleId, each]))
  return (id) => counts.get(id) ?? { fired: 0, ok: 0, blocked: 0, failed: 0 }
}
