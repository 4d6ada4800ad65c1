import type { LeadId, LeadItem } from '@ruwu/contract'
import { maskLead } from '@ruwu/domain'
import { readContentTitles } from '../../customer/content-title.repo.ts'
import { nameFor } from '../../customer/customer.view.ts'
import type { Queryable } from '../../db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { selectLeadItems } from './lead-list.repo.ts'
import { seesLead } from './lead.view.ts'

/** The rows of the list, in the order of the ids. Values are masked for callers who must not see them. */
export async function readLeadItems(db: Queryable, caller: Caller, ids: readonly LeadId[]): Promise<LeadItem[]> {
  if (ids.length === 0) return []
  const rows = await selectLeadItems(db, caller, ids)
  const titles = await readContentTitles(
    db,
    caller.entId,
    rows.map(({ lead }) => lead.entry?.postId),
  )
  const items = new Map(rows.map((row) => [row.lead.id, toLeadItem(row, caller, titles)]))
  return ids.flatMap((id) => items.get(id) ?? [])
}

type SelectedItem = Awaited<ReturnType<typeof selectLeadItems>>[number]

function toLeadItem(
  { lead, customer, agentName, accountName, duplicates }: SelectedItem,
  caller: Caller,
  titles: ReadonlyMap<string, string>,
): LeadItem {
  const contentId = lead.entry?.postId ?? null
  return {
    leadId: lead.id,
    customerId: customer.id,
    customerName: nameFor(caller, customer),
    avatar: customer.avatar,
    source: customer.source,
    kind: lead.kind,
    value: seesLead(caller, lead) ? lead.value : maskLead(lead),
    status: lead.status,
    reason: lead.reason,
    subSourceId: lead.relationId,
    subSourceName: accountName,
    contentId,
    contentTitle: (contentId && titles.get(contentId)) ?? '',
    adName: lead.entry?.ad?.planName ?? null,
    agentId: lead.ownerId,
    agentName,
    createdAt: lead.createdAt.toISOString(),
    lastHitAt: lead.lastHitAt.toISOString(),
    followedAt: customer.lastHumanAt?.toISOString() ?? null,
    duplicates,
  }
}
