import type {
  AgentId,
  CustomerId,
  Entry,
  LeadExtractor,
  LeadId,
  LeadKind,
  LeadPageBody,
  LeadResult,
  LeadStatus,
  MessageId,
  RelationId,
  Source,
} from '@ruwu/contract'
import type { CountName } from '@ruwu/domain'
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { shownPage } from '../../db/paging.ts'
import { factFamilies, isContact } from './fact-families.repo.ts'
import { dimensionsOf, type FactFilter, factsIn, rowMatches, type Span } from './figures.repo.ts'

export type ListedLead = {
  id: LeadId
  createdAt: string
  customerId: CustomerId
  name: string
  remark: string
  kind: LeadKind
  value: string
  normalised: string
  relationId: RelationId
  accountName: string
  source: Source
  entry: Entry | null
  extractor: LeadExtractor
  agentId: AgentId | null
  agentName: string | null
  status: LeadStatus
  reason: string | null
  result: LeadResult
  messageId: MessageId | null
}

const hex = (column: string): SQL => sql.raw(`replace(${column}::text, '-', '')`)

type LeadList = Pick<LeadPageBody, 'status' | 'sort'>

/** What the rollups count of the rows, those of `IS_KNOWN`; undefined: they do not know the condition. */
export const knownLeads = ({ status }: Pick<LeadPageBody, 'status'>): readonly CountName[] | undefined =>
  status ? undefined : ['leads']
const IS_KNOWN = sql`(${isContact('l')} and l.dup_of is null)`

/**
 * Contacts that were captured in the span, also copied, repeated and useless ones; `known`: how many of them `knownLeads` counts. A page
 * beyond the end answers the last one.
 */
export async function readLeads(
  db: Queryable,
  filter: FactFilter,
  span: Span,
  { page: wanted, pageSize, ...list }: LeadList & Pick<LeadPageBody, 'page'> & { pageSize: number },
  known?: number,
): Promise<{ rows: ListedLead[]; total: number; page: number }> {
  const counted = known === undefined ? sql`true` : sql`not ${IS_KNOWN}`
  const { rows: others } = await db.execute<{ count: number }>(
    sql`${leadsFound(filter, span, list, counted)} select count(*)::int as count from found`,
  )
  const total = (known ?? 0) + (others[0]?.count ?? 0)
  const page = shownPage(total, { page: wanted, pageSize })
  const offset = (page - 1) * pageSize
  // One row more tells whether there is a further page.
  const { rows } = await db.execute<ListedLead>(
    leadRows(filter, span, list, sql`limit ${pageSize + 1} offset ${offset}`),
  )
  // Leads have changed since they were counted.
  if (known !== undefined && rows.length !== Math.min(pageSize + 1, total - offset))
    return readLeads(db, filter, span, { page: wanted, pageSize, ...list })
  return { rows: rows.slice(0, pageSize), total, page }
}

/** `with found as (…)`: rows `id, at`. */
function leadsFound(filter: FactFilter, span: Span, { status }: LeadList, counted = sql`true`): SQL {
  const family = { ...factFamilies().lead, where: sql`l.state = 'valid' and ${counted}` }
  const columns = sql`l.id, l.created_at as at, l.customer_id, l.status, ${dimensionsOf(family)}`
  return sql`with found as (
    select r.id, r.at from (${factsIn(filter.entId, family, span, columns)}) r
    where ${rowMatches(filter)} and ${status ? sql`r.status = ${status}` : sql`true`})`
}

/** Rows of the list in its order; `paging` cuts a page out of it. */
export function leadRows(filter: FactFilter, span: Span, list: LeadList, paging = sql``): SQL {
  const direction = sql.raw(list.sort.order)
  return sql`${leadsFound(filter, span, list)}
    select ${hex('l.id')} as id, l.created_at as "createdAt", ${hex('l.customer_id')} as "customerId", c.name, c.remark, l.kind,
      l.value, l.normalised, ${hex('l.relation_id')} as "relationId", a.name as "accountName", c.source, l.entry, l.extractor,
      ${hex('l.agent_id')} as "agentId", g.name as "agentName", l.status, l.reason, l.result, ${hex('l.message_id')} as "messageId"
    from (select id, at from found order by at ${direction}, id ${direction} ${paging}) f
      join lead l on l.ent_id = ${filter.entId} and l.id = f.id
      join customer c on c.ent_id = l.ent_id and c.id = l.customer_id
      join channel_account a on a.ent_id = l.ent_id and a.id = l.relation_id
      left join agent g on g.ent_id = l.ent_id and g.id = l.agent_id
    order by f.at ${direction}, f.id ${direction}`
}
