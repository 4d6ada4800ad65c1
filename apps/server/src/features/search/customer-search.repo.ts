import type { FoundCustomer } from '@ruwu/contract'
import { containsWord, plainText, queryGrams } from '@ruwu/domain'
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { nameGram, visibleTo } from '../../customer/index.ts'
import type { Queryable } from '../../db/database.ts'
import { customer, lead } from '../../db/schema/index.ts'
import type { Caller } from '../auth/index.ts'

/** Which customers a search is about, besides whom the caller may see. */
export type CustomerArea = { where: SQL | undefined; limit: number }

/** Where somebody stands among the latest. */
export type Position = Pick<typeof customer.$inferSelect, 'id' | 'lastMessageAt'>

export type CustomerHit = FoundCustomer & Pick<Position, 'lastMessageAt'>

export const isBelow = ({ id, lastMessageAt }: Position): SQL =>
  sql`(${customer.lastMessageAt}, ${customer.id}) < (${lastMessageAt.toISOString()}::timestamptz, ${id}::uuid)`

const FIELDS = {
  customerId: customer.id,
  name: customer.name,
  remark: customer.remark,
  avatar: customer.avatar,
  source: customer.source,
  lastMessageAt: customer.lastMessageAt,
}

/** By what stands in name or remark, the latest first. */
export async function findByName(
  db: Queryable,
  caller: Caller,
  keyword: string,
  { where, limit }: CustomerArea,
): Promise<CustomerHit[]> {
  const grams = queryGrams(keyword)
  if (grams.length === 0) return []
  // Grams hold letters and digits only, so nothing in them has to be escaped.
  const query = grams.map((gram) => `'${nameGram(caller.entId, gram)}'`).join(' & ')
  const named = sql`${customer.id} in (select n.customer_id from customer_name n
    where n.ent_id = ${caller.entId} and n.grams @@ ${query}::tsquery and strpos(n.words, ${plainText(keyword)}) > 0)`
  const rows = await db
    .select(FIELDS)
    .from(customer)
    .where(and(eq(customer.entId, caller.entId), named, where, visibleTo(caller)))
    .orderBy(desc(customer.lastMessageAt), desc(customer.id))
    .limit(limit)
  return rows.map((row) => ({ ...row, hit: containsWord(row.name, keyword) ? 'name' : 'remark' }))
}

/** Shorter pieces of a number would find half of all customers. */
const CONTACT_MIN = 4

/** By a part of a phone number or WeChat id they gave; for who may see these. */
export async function findByContact(
  db: Queryable,
  caller: Caller,
  keyword: string,
  { where, limit }: CustomerArea,
): Promise<CustomerHit[]> {
  const word = plainText(keyword)
  if (word.length < CONTACT_MIN || !/^[-\w]+$/.test(word) || !caller.permissions.has('customer:viewSensitive'))
    return []
  const rows = await db
    .select({ ...FIELDS, kind: sql<string>`min(${lead.kind})` })
    .from(lead)
    .innerJoin(customer, and(eq(customer.entId, lead.entId), eq(customer.id, lead.customerId)))
    .where(
      and(
        eq(lead.entId, caller.entId),
        inArray(lead.kind, ['phone', 'wechat']),
        eq(lead.state, 'valid'),
        sql`strpos(${lead.normalised}, ${word}) > 0`,
        where,
        visibleTo(caller),
      ),
    )
    // Several numbers of one customer are one customer.
    .groupBy(customer.entId, customer.id)
    .orderBy(desc(customer.lastMessageAt), desc(customer.id))
    .limit(limit)
  return rows.map(({ kind, ...row }) => ({ ...row, hit: kind === 'phone' ? 'phone' : 'wechat' }))
}
