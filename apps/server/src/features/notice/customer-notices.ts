import type { AgentId, LeadId, MessageId } from '@ruwu/contract'
import { leadNoticeText, POSTPONE_TEXTS } from '@ruwu/domain'
import type { CustomerChange } from '../../customer/customer-change.ts'
import { isSentByPerson } from '../../customer/customer-message.repo.ts'
import type { CustomerWriter } from '../../customer/customer-writer.ts'
import { deleteNotices, deleteNoticesOfCustomer, passNotices } from '../../customer/notice.repo.ts'
import { addNotice, maskedCustomerName, noticesChanged, notifyAgents } from '../../customer/notify-agents.ts'
import { listWatchers, watchersFor } from '../../customer/watchers.repo.ts'
import type { Transaction } from '../../db/database.ts'

/** Notices of what happens to a customer, for its owner: a message that failed for good, a new lead, the return from 稍后处理. */
export function watchCustomers(writer: CustomerWriter): void {
  writer.onCommit(async (tx, changes, now) => {
    for (const change of changes) {
      await passFailures(tx, change, now)
      await addReturn(tx, change, now)
      for (const event of change.events) {
        // 拉黑 ends unsent messages on purpose.
        if (event.type === 'send_msg_failed' && !change.customer.isBlocked) await addFailure(tx, change, event, now)
        if (event.type === 'lead_change' && event.isCaptured && event.operatorId === null)
          await addLead(tx, change, event.leadId, now)
      }
    }
  })
}

const HOUR_MS = 3_600_000

const ownerOf = ({ customer: { agentId } }: CustomerChange) => (agentId ? [agentId] : [])

/** Once for each return. A customer who wrote is announced by the message itself. */
async function addReturn(tx: Transaction, { before, customer: row }: CustomerChange, now: Date): Promise<void> {
  const { id, agentId, returnedAt } = row
  if (!agentId || !returnedAt || !before.postponedUntil || returnedAt.getTime() === before.returnedAt?.getTime()) return
  const notice = { to: [agentId], cause: `${id}:${returnedAt.getTime()}` }
  if (before.postponedUntil > now)
    return addNotice(tx, row, { kind: 'postpone_due', text: POSTPONE_TEXTS.byMessage, ...notice }, now)
  const hint = {
    text: POSTPONE_TEXTS.due(maskedCustomerName(row)),
    detail: POSTPONE_TEXTS.atTime,
    level: 'info',
  } as const
  return notifyAgents(tx, row, { hintType: 'postpone_due', ...hint, ...notice }, now)
}

/**
 * A message that was sent again and failed again has one notice. Without an owner all who may answer are told, of the newest one alone;
 * what automation could not send they are told once per account and hour, since a lapsed authorisation fails for every customer.
 */
async function addFailure(
  tx: Transaction,
  change: CustomerChange,
  { messageId, msg }: { messageId: string; msg: string },
  now: Date,
): Promise<void> {
  const { entId, id: customerId, agentId, relationId } = change.customer
  const failure = { kind: 'send_failed', subjectId: messageId as MessageId, text: msg } as const
  if (agentId) {
    await deleteNotices(tx.sql, { entId, ...failure })
    return addNotice(tx, change.customer, { ...failure, to: [agentId] }, now)
  }
  await deleteNoticesOfCustomer(tx.sql, { entId, kind: failure.kind, customerId })
  const isByPerson = await isSentByPerson(tx.sql, { entId, id: failure.subjectId })
  const cause = isByPerson ? failure.subjectId : `${relationId}:${Math.floor(now.getTime() / HOUR_MS)}`
  return addNotice(tx, change.customer, { ...failure, cause, to: await whoMayAnswer(tx, change) }, now)
}

async function whoMayAnswer(tx: Transaction, { customer: row }: CustomerChange): Promise<AgentId[]> {
  const watchers = watchersFor(await listWatchers(tx.sql, row.entId), row)
  return watchers.filter(({ replies }) => replies).map(({ id }) => id)
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
