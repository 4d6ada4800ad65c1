import type { CustomerFilter } from '@ruwu/contract'
import { plainText, queryGrams } from '@ruwu/domain'
import { type SQL, sql } from 'drizzle-orm'
import { accountsOf, ownersOf, type Sight } from './list.sight.ts'
import { nameGram } from './name.repo.ts'

/** The caller's seat beside a customer `c`. */
export const seatOf = ({ me }: Sight): SQL =>
  sql`left join customer_seat s on s.ent_id = c.ent_id and s.agent_id = ${me} and s.customer_id = c.id`

export const isUnread = ({ since }: Sight): SQL => sql`(case when s.customer_id is null
  then coalesce(c.last_inbound_at > ${since}, false) else s.marked_unread or c.inbound_count > s.read_inbound end)`

export const isAi = sql`c.ai_off_reason is null`
export const isWaiting = sql`c.waiting_since is not null`
export const hasLead = sql`c.lead_status is not null`

const either = (wanted: boolean | undefined, condition: SQL): SQL[] =>
  wanted === undefined ? [] : [wanted ? condition : sql`not (${condition})`]

/** Which customers `c` belong to the group the filter asks for; undefined: none can. */
export function groupConditions(filter: CustomerFilter, sight: Sight): { owner: SQL; accounts: SQL[] } | undefined {
  const owners = ownersOf(filter, sight)
  const accounts = accountsOf(filter, sight)
  if (!owners || accounts?.length === 0) return undefined
  return {
    owner: owners === 'nobody' ? sql`c.agent_id is null` : isOneOf(sql`c.agent_id`, owners),
    accounts: accounts ? [isOneOf(sql`c.relation_id`, accounts)] : [],
  }
}

/** Fewer keys make the better plan. */
export const isOneOf = (column: SQL, ids: readonly string[]): SQL =>
  ids.length === 1 ? sql`${column} = ${ids[0]}` : sql`${column} = any(${sql.param(ids)}::uuid[])`

/** What the quick chips and the other options with a count of their own ask for. */
export const optionConditions = (filter: CustomerFilter, sight: Sight): SQL[] => [
  ...either(filter.archive, sql`c.archive`),
  ...either(filter.enableAi, isAi),
  ...either(filter.replyState && true, isWaiting),
  ...either(filter.hasLead, hasLead),
  ...(filter.sendResult === undefined ? [] : [sql`c.last_outbound_status = ${filter.sendResult}`]),
  ...either(filter.unread, isUnread(sight)),
]

/** What has no count of its own. */
export const otherConditions = (filter: CustomerFilter, sight: Sight): SQL[] => [
  ...(filter.receptionType === undefined ? [] : [sql`c.reception_type = ${filter.receptionType}`]),
  ...(filter.offReason === undefined ? [] : [sql`c.ai_off_reason = ${filter.offReason}`]),
  ...either(filter.ad, sql`c.by_ad`),
  ...tagConditions(filter, sight),
  ...nameConditions(filter, sight),
]

function tagConditions({ tagIds = [], tagMode }: CustomerFilter, { entId }: Sight): SQL[] {
  const hasOne = (ids: readonly string[]) =>
    sql`c.id in (select t.customer_id from customer_tag t where t.ent_id = ${entId} and ${isOneOf(sql`t.tag_id`, ids)})`
  if (tagIds.length === 0) return []
  return tagMode === 'all' ? tagIds.map((id) => hasOne([id])) : [hasOne(tagIds)]
}

/** Found by the pairs of characters, then looked at as it stands. */
function nameConditions({ keyword = '' }: CustomerFilter, { entId }: Sight): SQL[] {
  const word = plainText(keyword)
  if (word === '') return []
  const grams = queryGrams(keyword).map((gram) => nameGram(entId, gram))
  const isNear = grams.length === 0 ? sql`true` : sql`n.grams @@ ${toQuery(grams)}::tsquery`
  return [
    sql`c.id in (select n.customer_id from customer_name n where n.ent_id = ${entId} and ${isNear} and strpos(n.words, ${word}) > 0)`,
  ]
}

/** Grams hold letters and digits only, so nothing in them has to be escaped. */
const toQuery = (grams: readonly string[]) => grams.map((gram) => `'${gram}'`).join(' & ')

export const all = (conditions: readonly SQL[]): SQL => sql.join([...conditions], sql` and `)
