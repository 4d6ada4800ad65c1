import type { AgentId, AiOffReason, ReceptionType, RelationId, TagId } from '@ruwu/contract'
import { type SQL, sql } from 'drizzle-orm'
import { isKept, isUnread, isWaiting } from './list-conditions.repo.ts'

/** Keys of the bitmaps: one per filter value. */
export const BITMAP_KEY = {
  everybody: sql`'all'`,
  archived: sql`'archive'`,
  waiting: sql`'waiting'`,
  handoff: sql`'handoff'`,
  lead: sql`'lead'`,
  ad: sql`'ad'`,
  unassigned: sql`'owner:'`,
  ofOwner: (id: AgentId) => sql`'owner:' || ${id}::uuid`,
  ofAccount: (id: RelationId) => sql`'account:' || ${id}::uuid`,
  ofType: (type: ReceptionType) => sql`'type:' || ${type}::text`,
  offFor: (reason: AiOffReason) => sql`'off:' || ${reason}::text`,
  withResult: (status: 1 | 2) => sql`'result:' || ${status}::int`,
  tagged: (id: TagId) => sql`'tag:' || ${id}::uuid`,
  unreadBy: (id: AgentId) => sql`'unread:' || ${id}::uuid`,
} as const

export const accountOf = (key: string): RelationId => key.slice('account:'.length).replaceAll('-', '') as RelationId

/** Keys of all bitmaps a customer `c` is in, none once it is erased; nulls are ignored. */
export const CUSTOMER_KEYS: SQL = sql`case when ${isKept} then array['all', 'owner:' || coalesce(c.agent_id::text, ''), 'account:' || c.relation_id,
    'type:' || c.reception_type, 'off:' || c.ai_off_reason, 'result:' || c.last_outbound_status,
    case when c.archive then 'archive' end, case when ${isWaiting} then 'waiting' end,
    case when c.handoff_at is not null then 'handoff' end, case when c.lead_status is not null then 'lead' end, case when c.by_ad then 'ad' end]
  || array(select 'tag:' || tag_id from unnest(c.tag_ids) tag_id)
  || array(select 'unread:' || a.id from agent a
      left join customer_seat s on s.ent_id = a.ent_id and s.agent_id = a.id and s.customer_id = c.id
    where a.ent_id = c.ent_id and ${isUnread({ since: sql`a.created_at` })}) end`
