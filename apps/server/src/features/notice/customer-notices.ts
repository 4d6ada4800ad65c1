import type { LeadId, MessageId } from '@ruwu/contract'
import { leadNoticeText } from '@ruwu/domain'
import type { CustomerChange } from '../../customer/customer-change.ts'
import type { CustomerWriter } from '../../customer/customer-writer.ts'
import { deleteNotices, passNotices } from '../../customer/notice.repo.ts'
import { addNotice, noticesChanged } from '../../customer/notify-agents.ts'
import type { Transaction } from '../../db/database.ts'

/** Notices of what happens to a customer, for its owner: a message that failed for good, a new lead. */
export function watchCustomers(writer: CustomerWriter): void {
  writer.onCommit(async (tx, changes, now) => {
    for (const change of changes) {
      await passFailures(tx, change, now)
      for (const event of change.events) {
        // 拉黑 ends unsent messages on purpose.
        if (event.type === 'send_msg_failed' && !change.customer.isBlocked) await addFailure(tx, change, event, now)
        if (event.type === 'lead_change' && event.isCaptured && event.operatorId === null)
          await addLead(tx, change, event.leadId, now)
      }
    }
  })
}

const ownerOf = ({ customer: { agentId } }: CustomerChange) => (agentId ? [agentId] : [])

/** A message that was sent again and failed again has one notice. */
async function addFailure(
  tx: Transaction,
  change: CustomerChange,
  { messageId, msg }: { messageId: string; msg: string },
  now: Date,
): Promise<void> {
  const { entId } = change.customer
  const failure = { kind: 'send_failed', subjectId: messageId as MessageId } as const
  await deleteNotices(tx.sql, { entId, ...failure })
  await addNotice(tx, change.customer, { ...failure, text: msg, to: ownerOf(change) }, now)
}

/** Who receives the customer also gets what failed before. */
async function passFailures(tx: Transaction, { before, customer, isNew }: CustomerChange, now: Date): Promise<void> {
  const { entId, id: customerId, agentId } = customer
  if (isNew || !agentId || agentId === before.agentId) return
  const isPassed = await passNotices(tx.sql, { entId, kind: 'send_failed', customerId }, agentId)
  if (isPassed) noticesChanged(tx, { entId }, [agentId, ...(before.agentId ? [before.agentId] : [])], now)
}

async function addLead(tx: Transaction, change: CustomerChange, leadId: LeadId, now: Date): Promise<void> {
  const lead = change.additions.leads.get(leadId)
  if (!lead) return
  const notice = { kind: 'lead_new', text: leadNoticeText(lead), cause: leadId, subjectId: leadId } as const
  await addNotice(tx, change.customer, { ...notice, to: ownerOf(change) }, now)
}
