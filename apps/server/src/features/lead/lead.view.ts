import type { Lead } from '@ruwu/contract'
import { maskPhone, maskWechat } from '@ruwu/domain'
import { and, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '../../db/database.ts'
import { agent, customer, customerMessage, lead } from '../../db/schema/index.ts'
import type { Caller } from '../auth/index.ts'
import { isVisible, nameFor } from '../../customer/index.ts'
import { listDups, listRepeats, type SamePerson } from './lead-links.repo.ts'

const first = alias(lead, 'first')
const holder = alias(customer, 'holder')

/** Leads with their customers, the place in the thread, and who gave the same before. */
export const selectLeads = (db: Queryable) =>
  db
    .select({
      lead,
      messageSeq: customerMessage.seq,
      holder: {
        id: holder.id,
        name: holder.name,
        remark: holder.remark,
        agentId: holder.agentId,
        relationId: holder.relationId,
      },
      holderAgentName: agent.name,
    })
    .from(lead)
    .innerJoin(customer, and(eq(customer.entId, lead.entId), eq(customer.id, lead.customerId)))
    .leftJoin(customerMessage, and(eq(customerMessage.entId, lead.entId), eq(customerMessage.id, lead.messageId)))
    .leftJoin(first, and(eq(first.entId, lead.entId), eq(first.id, lead.dupOf)))
    .leftJoin(holder, and(eq(holder.entId, first.entId), eq(holder.id, first.customerId)))
    .leftJoin(agent, and(eq(agent.entId, holder.entId), eq(agent.id, holder.agentId)))

type SelectedLead = Awaited<ReturnType<typeof selectLeads>>[number]

/** As the caller may see them, with what they are linked to. */
export async function toLeads(db: Queryable, caller: Caller, rows: readonly SelectedLead[]): Promise<Lead[]> {
  const ids = rows.map((row) => row.lead.id)
  const [dups, repeats] = await Promise.all([listDups(db, caller, ids), listRepeats(db, caller.entId, ids)])
  return rows.map((selected) => {
    const { lead: row, messageSeq } = selected
    return {
      leadId: row.id,
      customerId: row.customerId,
      kind: row.kind,
      value: caller.permissions.has('customer:viewSensitive') ? row.value : masked(row),
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
      dupOf: firstOf(selected, caller),
      dups: dups.filter((each) => each.dupOf === row.id).map((each) => toSame(each, caller)),
      createdAt: row.createdAt.toISOString(),
    }
  })
}

function firstOf({ holder: other, holderAgentName }: SelectedLead, caller: Caller): Lead['dupOf'] {
  if (!other) return null
  const agentName = holderAgentName
  return isVisible(caller, other) ? toSame({ ...other, agentName }, caller) : { customerId: null, agentName }
}

const toSame = ({ agentName, ...of }: SamePerson, caller: Caller) => ({
  customerId: of.id,
  name: nameFor(caller, of),
  agentName,
})

const masked = ({ kind, value }: SelectedLead['lead']) => (kind === 'phone' ? maskPhone(value) : maskWechat(value))
