import type { Lead } from '@ruwu/contract'
import { maskLead } from '@ruwu/domain'
import { isVisible } from '../../customer/visibility.repo.ts'
import { maskFor, nameFor } from '../../customer/customer.view.ts'
import type { Queryable } from '../../db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { type DuplicateHolder, listDuplicates, listRepeats, type SelectedLead } from './lead.repo.ts'

/** Leads with duplicates and repeats. Values are masked for callers who must not see them. */
export async function toLeads(db: Queryable, caller: Caller, rows: readonly SelectedLead[]): Promise<Lead[]> {
  const ids = rows.map((row) => row.lead.id)
  const [dups, repeats] = await Promise.all([listDuplicates(db, caller, ids), listRepeats(db, caller.entId, ids)])
  return rows.map((selected) => {
    const { lead: row, messageSeq } = selected
    const others = dups.filter((each) => each.dupOf === row.id)
    return {
      leadId: row.id,
      customerId: row.customerId,
      kind: row.kind,
      value: seesLead(caller, row) ? row.value : maskLead(row),
      state: row.state,
      isPrimary: row.isPrimary,
      extractor: row.extractor,
      messageId: row.messageId,
      messageSeq,
      subSourceId: row.relationId,
      agentId: row.agentId,
      receptionType: row.receptionType,
      status: row.status,
      reason: row.reason,
      result: row.result,
      hits: row.hits,
      repeats: repeats
        .filter((each) => each.leadId === row.id)
        .map(({ messageId, messageSeq: seq, at }) => ({ messageId, messageSeq: seq, at: at.toISOString() })),
      dupOf: toFirstHolder(selected, caller),
      dups: others.map((each) => toDuplicate(each, caller)),
      dupCount: others[0]?.total ?? 0,
      createdAt: row.createdAt.toISOString(),
    }
  })
}

function toFirstHolder({ holder: other, holderAgentName }: SelectedLead, caller: Caller): Lead['dupOf'] {
  if (!other) return null
  const agentName = holderAgentName
  return isVisible(caller, other) ? toDuplicate({ ...other, agentName }, caller) : { customerId: null, agentName }
}

const toDuplicate = ({ agentName, ...holder }: DuplicateHolder, caller: Caller) => ({
  customerId: holder.id,
  name: nameFor(caller, holder),
  agentName,
})

/** Whether the contact is shown unmasked. */
export function seesLead(caller: Caller, { kind }: Pick<SelectedLead['lead'], 'kind'>): boolean {
  const mask = maskFor(caller)
  return mask === null || (mask === 'wechat' && kind === 'phone')
}
