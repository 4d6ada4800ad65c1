import type { AgentId, FoundCustomer, RelationId } from '@ruwu/contract'
import { containsWord, plainText } from '@ruwu/domain'
import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { maskFor } from '../../customer/customer.view.ts'
import { visibleTo } from '../../customer/visibility.repo.ts'
import type { Queryable } from '../../db/database.ts'
import { entGramQuery } from '../../db/gram-index.ts'
import { customer, lead } from '../../db/schema/index.ts'
import type { Caller } from '../../platform/http/caller.ts'

/** Filters of a customer search, in addition to the caller's visibility. */
export type CustomerArea = {
  relationIds?: readonly RelationId[] | undefined
  agentId?: AgentId | undefined
  below?: Position | undefined
  limit: number
}

/** Cursor position in the order of the latest message. */
export type Position = Pick<typeof customer.$inferSelect, 'id' | 'lastMessageAt'>

export type CustomerHit = FoundCustomer & Pick<Position, 'lastMessageAt'>

/** Names and contacts of an erased customer stay in their indexes until the job deletes them. */
const isInArea = ({ relationIds, agentId, below }: CustomerArea): SQL | undefined =>
  and(
    isNull(customer.erasedAt),
    relationIds && sql`${customer.relationId} = any(${sql.param([...relationIds])}::uuid[])`,
    agentId && eq(customer.agentId, agentId),
    below &&
      sql`(${customer.lastMessageAt}, ${customer.id}) < (${below.lastMessageAt.toISOString()}::timestamptz, ${below.id}::uuid)`,
  )

const FIELDS = {
  customerId: customer.id,
  name: customer.name,
  remark: customer.remark,
  avatar: customer.avatar,
  source: customer.source,
  lastMessageAt: customer.lastMessageAt,
}

/** Matches in name or remark, latest message first. */
export async function findByName(
  db: Queryable,
  caller: Caller,
  keyword: string,
  area: CustomerArea,
): Promise<CustomerHit[]> {
  const query = entGramQuery(caller.entId, keyword)
  if (query === undefined) return []
  const named = sql`${customer.id} in (select n.customer_id from customer_name n
    where n.ent_id = ${caller.entId} and n.grams @@ ${query}::tsquery and strpos(n.words, ${plainText(keyword)}) > 0)`
  const rows = await db
    .select(FIELDS)
    .from(customer)
    .where(and(eq(customer.entId, caller.entId), named, isInArea(area), visibleTo(caller)))
    .orderBy(desc(customer.lastMessageAt), desc(customer.id))
    .limit(area.limit)
  return rows.map((row) => ({ ...row, hit: containsWord(row.name, keyword) ? 'name' : 'remark' }))
}

/** Shorter parts of a number would match too many customers. */
const CONTACT_MIN = 4

/** Matches a part of a valid phone number or WeChat id, of the kinds that the caller sees unmasked. */
export async function findByContact(
  db: Queryable,
  caller: Caller,
  keyword: string,
  area: CustomerArea,
): Promise<CustomerHit[]> {
  const word = plainText(keyword)
  const mask = maskFor(caller)
  if (word.length < CONTACT_MIN || !/^[-\w]+$/.test(word) || mask === 'contacts') return []
  const rows = await db
    .select({ ...FIELDS, kind: sql<string>`min(${lead.kind})` })
    .from(lead)
    .innerJoin(customer, and(eq(customer.entId, lead.entId), eq(customer.id, lead.customerId)))
    .where(
      and(
        eq(lead.entId, caller.entId),
        inArray(lead.kind, mask === null ? ['phone', 'wechat'] : ['phone']),
        eq(lead.state, 'valid'),
        sql`strpos(${lead.normalised}, ${word}) > 0`,
        isInArea(area),
        visibleTo(caller),
      ),
    )
    // A customer with several matching contacts is returned once.
    .groupBy(customer.entId, customer.id)
    .orderBy(desc(customer.lastMessageAt), desc(customer.id))
    .limit(area.limit)
  return rows.map(({ kind, ...row }) => ({ ...row, hit: kind === 'phone' ? 'phone' : 'wechat' }))
}
