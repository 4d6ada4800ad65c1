import type { LeadId } from '@ruwu/contract'
import { displayName, leadPushData, leadPushText, type PushedLead, type WebhookFact } from '@ruwu/domain'
import type { Queryable } from '../../db/database.ts'
import type { LeadPushOfTarget } from '../../db/schema/index.ts'
import { readTimeZone } from '../enterprise/index.ts'
import { readLeadFacts } from './push-target.repo.ts'
import { robotBody } from './robot.ts'
import type { WebhookKey } from './webhook.repo.ts'

type Pushed<Fact> = Omit<Fact, 'data'> & { data: object; body?: string }

/** New leads as a target of 线索推送 is told of them; a lead that is gone is left out. */
export async function pushedLeads<Fact extends WebhookFact>(
  db: Queryable,
  { entId }: Pick<WebhookKey, 'entId'>,
  { type, ...setting }: LeadPushOfTarget,
  facts: Fact[],
): Promise<Pushed<Fact>[]> {
  if (facts.length === 0) return []
  const rows = await readLeadFacts(db, entId, [...new Set(facts.map(({ data }) => data.leadId as LeadId))])
  const leads = new Map(
    rows.map(({ id, customerId, customerName, remark, ...row }) => [
      id as string,
      { ...row, name: displayName({ id: customerId, name: customerName, remark }) } satisfies PushedLead,
    ]),
  )
  const timeZone = await readTimeZone(db, entId)
  return facts.flatMap((fact): Pushed<Fact>[] => {
    const lead = leads.get(String(fact.data.leadId))
    if (!lead) return []
    if (type !== 'webhook') return [{ ...fact, body: robotBody(leadPushText(lead, setting, timeZone)) }]
    const { customerId, leadId } = fact.data
    return [{ ...fact, data: { customerId, leadId, kind: lead.kind, ...leadPushData(lead, setting) } }]
  })
}
