import type { Lead } from '@ruwu/contract'
import { displayName, maskPhone, maskWechat } from '@ruwu/domain'
import { and, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '../../db/database.ts'
import { agent, customer, customerMessage, lead } from '../../db/schema/index.ts'

const first = alias(lead, 'first')
const holder = alias(customer, 'holder')

/** Leads with their customers, the place in the thread, and who gave the same before. */
export const selectLeads = (db: Queryable) =>
  db
    .select({
      lead,
      messageSeq: customerMessage.seq,
      holder: { id: holder.id, name: holder.name, remark: holder.remark },
      holderAgentName: agent.name,
    })
    .from(lead)
    .innerJoin(customer, and(eq(customer.entId, lead.entId), eq(customer.id, lead.customerId)))
    .leftJoin(customerMessage, and(eq(customerMessage.entId, lead.entId), eq(customerMessage.id, lead.messageId)))
    .leftJoin(first, and(eq(first.entId, lead.entId), eq(first.id, lead.dupOf)))
    .leftJoin(holder, and(eq(holder.entId, first.entId), eq(holder.id, first.customerId)))
    .leftJoin(agent, and(eq(agent.entId, holder.entId), eq(agent.id, holder.agentId)))

type SelectedLead = Awaited<ReturnType<typeof selectLeads>>[number]

export const toLead = (
  { lead: row, messageSeq, holder: other, holderAgentName }: SelectedLead,
  seesAll: boolean,
): Lead => ({
  leadId: row.id,
  customerId: row.customerId,
  kind: row.kind,
  value: seesAll ? row.value : masked(row),
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
  dupOf: other && { customerId: other.id, name: displayName(other), agentName: holderAgentName },
  createdAt: row.createdAt.toISOString(),
})

const masked = ({ kind, value }: SelectedLead['lead']) => (kind === 'phone' ? maskPhone(value) : maskWechat(value))
