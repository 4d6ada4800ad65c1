import type { CardRuleId, CustomerId, EntId } from '@ruwu/contract'
import { type CardRuleUse, NEVER_USED } from '@ruwu/domain'
import { and, countDistinct, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { visibleTo } from '../../customer/visibility.repo.ts'
import type { Queryable } from '../../db/database.ts'
import { cardRuleLog, customer, material } from '../../db/schema/index.ts'
import type { Caller } from '../../platform/http/caller.ts'

type NewLog = typeof cardRuleLog.$inferInsert

export type RuleFigures = { sent: number; clicked: number; submitted: number; blocked: number; leadRate: number }

const NO_FIGURES: RuleFigures = { sent: 0, clicked: 0, submitted: 0, blocked: 0, leadRate: -1 }

const IS_SENT = sql`${cardRuleLog.result} = 'sent'`

/** Whether the customer left a valid contact within a day after the card, as in the statistics; a copied WeChat id of ours does not count. */
const HAS_LEAD = sql`exists (select 1 from lead e
  where e.ent_id = card_rule_log.ent_id and e.customer_id = card_rule_log.customer_id
  and e.created_at >= card_rule_log.created_at and e.created_at < card_rule_log.created_at + interval '24 hours'
  and e.kind <> 'wechat_copy' and e.state = 'valid' and e.status <> 'invalid')`

/** Statistics of a rule's cards. */
export async function readFigures(
  db: Queryable,
  entId: EntId,
  ids: readonly CardRuleId[],
): Promise<(id: CardRuleId) => RuleFigures> {
  if (ids.length === 0) return () => NO_FIGURES
  const isOwn = and(eq(cardRuleLog.entId, entId), inArray(cardRuleLog.ruleId, [...ids]))
  const rows = await db
    .select({
      ruleId: cardRuleLog.ruleId,
      customers: sql<number>`count(distinct ${cardRuleLog.customerId}) filter (where ${IS_SENT})::int`,
      sent: sql<number>`count(*) filter (where ${IS_SENT})::int`,
      clicked: sql<number>`count(${cardRuleLog.clickedAt}) filter (where ${IS_SENT})::int`,
      submitted: sql<number>`count(${cardRuleLog.submittedAt}) filter (where ${IS_SENT})::int`,
      blocked: sql<number>`count(*) filter (where ${cardRuleLog.result} = 'blocked')::int`,
    })
    .from(cardRuleLog)
    .where(isOwn)
    .groupBy(cardRuleLog.ruleId)
  // A query of its own: only in its condition is the lead a join, in an aggregate's filter it is looked up for each card.
  const led = await db
    .select({ ruleId: cardRuleLog.ruleId, leads: countDistinct(cardRuleLog.customerId) })
    .from(cardRuleLog)
    .where(and(isOwn, IS_SENT, HAS_LEAD))
    .groupBy(cardRuleLog.ruleId)
  const leadsOf = new Map(led.map(({ ruleId, leads }) => [ruleId, leads]))
  const figures = new Map<CardRuleId, RuleFigures>(
    rows.map(({ ruleId, customers, ...each }) => [
      ruleId,
      { ...each, leadRate: customers === 0 ? -1 : (leadsOf.get(ruleId) ?? 0) / customers },
    ]),
  )
  return (id) => figures.get(id) ?? NO_FIGURES
}

/** Why the message of an occasion was held back; undefined when it was sent. */
export async function readBlocked(
  db: Queryable,
  { entId, customerId }: { entId: EntId; customerId: CustomerId },
  occasion: string,
): Promise<string | undefined> {
  const [row] = await db
    .select({ error: cardRuleLog.error })
    .from(cardRuleLog)
    .where(
      and(
        eq(cardRuleLog.entId, entId),
        eq(cardRuleLog.customerId, customerId),
        eq(cardRuleLog.occasion, occasion),
        eq(cardRuleLog.result, 'blocked'),
      ),
    )
  return row?.error
}

/** Sends per rule: to the customer, and to all customers since the start of the day. */
export async function readUse(
  db: Queryable,
  { entId, customerId }: { entId: EntId; customerId: CustomerId },
  ids: readonly CardRuleId[],
  dayStart: Date,
): Promise<(id: CardRuleId) => CardRuleUse> {
  if (ids.length === 0) return () => NEVER_USED
  const isSentBy = and(
    eq(cardRuleLog.entId, entId),
    inArray(cardRuleLog.ruleId, [...ids]),
    eq(cardRuleLog.result, 'sent'),
  )
  const toCustomer = await db
    .select({
      ruleId: cardRuleLog.ruleId,
      sent: sql<number>`count(*)::int`,
      lastAt: sql<string>`max(${cardRuleLog.createdAt})`,
    })
    .from(cardRuleLog)
    .where(and(isSentBy, eq(cardRuleLog.customerId, customerId)))
    .groupBy(cardRuleLog.ruleId)
  const today = await db
    .select({ ruleId: cardRuleLog.ruleId, sent: sql<number>`count(*)::int` })
    .from(cardRuleLog)
    .where(and(isSentBy, sql`${cardRuleLog.createdAt} >= ${dayStart}`))
    .groupBy(cardRuleLog.ruleId)
  return (id) => {
    const own = toCustomer.find((each) => each.ruleId === id)
    return {
      toCustomer: own?.sent ?? 0,
      lastAt: own ? new Date(own.lastAt) : null,
      today: today.find((each) => each.ruleId === id)?.sent ?? 0,
    }
  }
}

/** Whether this occasion was handled already (idempotency). */
export async function isHandled(
  db: Queryable,
  { entId, customerId, occasion }: { entId: EntId; customerId: CustomerId; occasion: string },
): Promise<boolean> {
  const [row] = await db
    .select({ id: cardRuleLog.id })
    .from(cardRuleLog)
    .where(
      and(eq(cardRuleLog.entId, entId), eq(cardRuleLog.customerId, customerId), eq(cardRuleLog.occasion, occasion)),
    )
    .limit(1)
  return row !== undefined
}

export async function addLog(db: Queryable, row: NewLog): Promise<void> {
  await db.insert(cardRuleLog).values(row)
}

/** With customers in the caller's scope, newest first, below the cursor. */
export function listLog(
  db: Queryable,
  caller: Caller,
  ruleId: CardRuleId,
  page: { below?: string | undefined; limit: number },
) {
  return db
    .select({
      id: cardRuleLog.id,
      at: cardRuleLog.createdAt,
      customerId: cardRuleLog.customerId,
      customerName: customer.name,
      customerRemark: customer.remark,
      ruleId: cardRuleLog.ruleId,
      materialId: cardRuleLog.materialId,
      materialName: material.name,
      result: cardRuleLog.result,
      error: cardRuleLog.error,
    })
    .from(cardRuleLog)
    .innerJoin(customer, and(eq(customer.entId, cardRuleLog.entId), eq(customer.id, cardRuleLog.customerId)))
    .leftJoin(material, and(eq(material.entId, cardRuleLog.entId), eq(material.id, cardRuleLog.materialId)))
    .where(
      and(
        eq(cardRuleLog.entId, caller.entId),
        eq(cardRuleLog.ruleId, ruleId),
        page.below === undefined ? undefined : lt(cardRuleLog.id, page.below),
        visibleTo(caller),
      ),
    )
    .orderBy(desc(cardRuleLog.id))
    .limit(page.limit)
}

export type LogRow = Awaited<ReturnType<typeof listLog>>[number]
