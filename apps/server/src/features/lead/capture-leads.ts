import { REMARK_MAX } from '@ruwu/contract'
import { afterHumanReply, type CardContacts } from '@ruwu/domain'
import type { CapturedContact, HumanReply, LeadRecorder } from '../../customer/lead-recorder.ts'
import type { CustomerChange } from '../../customer/customer-change.ts'
import type { LeadRow } from '../../customer/additions.ts'
import { setText } from '../../profile/index.ts'
import type { Queryable } from '../../db/database.ts'
import { contactsInCard, contactsInText, type FoundContact, statedContact, WECHAT_COPY } from './find-contacts.ts'
import { listLeadsOfCustomers } from './lead.repo.ts'
import { loadLeadContext, loadLeadContexts } from './load-leads.ts'
import { emitLeadChange, fillField, isContact, type LeadContext, moveLead, recordContact } from './record-lead.ts'

type Given = { captured: CapturedContact; contacts: FoundContact[]; card?: CardContacts }

/** Creates leads from customers' messages, in the transaction that stores them. */
export const leadKeeper: LeadRecorder = {
  async capture(db: Queryable, captured: readonly CapturedContact[], now: Date): Promise<void> {
    const given = captured.map(read).filter(({ contacts, card }) => contacts.length > 0 || card)
    if (given.length === 0) return
    const changes = [...new Set(given.map((each) => each.captured.change))]
    const keys = given.flatMap(({ captured: { change }, contacts }) =>
      contacts.map(({ kind, normalised }) => ({ entId: change.customer.entId, kind, normalised })),
    )
    const books = await loadLeadContexts(db, changes, keys)
    for (const {
      captured: { change, messageId },
      contacts,
      card,
    } of given) {
      const context = books.get(change)
      if (!context) continue
      for (const found of contacts) recordContact(context, found, { messageId, by: null }, now)
      if (card) fillFromCard(context, card, now)
    }
  },

  async follow(db: Queryable, change: CustomerChange, reply: HumanReply, now: Date): Promise<void> {
    // The customer's lead status is the furthest of all leads, so each lead has to be checked.
    if (change.customer.leadStatus === null) return
    const isAnswered = (row: LeadRow) =>
      isContact(row) && afterHumanReply(row.status) !== row.status && row.createdAt <= reply.at
    if (!(await listLeadsOfCustomers(db, [change.customer])).some(isAnswered)) return
    const context = await loadLeadContext(db, change, [])
    for (const row of context.leads.filter(isAnswered)) {
      const to = { status: afterHumanReply(row.status), reason: null }
      emitLeadChange(context, moveLead(context, row.id, to, reply.agentId, now), reply.agentId)
    }
  },
}

function read(captured: CapturedContact): Given {
  switch (captured.from) {
    case 'text':
      return { captured, contacts: contactsInText(captured.text, captured.change.customer.source) }
    case 'card':
      return { captured, ...contactsInCard(captured.fields) }
    case 'ai':
      return { captured, contacts: [statedContact(captured.kind, captured.value, 'ai')] }
    case 'copy':
      return { captured, contacts: [WECHAT_COPY] }
  }
}

/** Stores remark, city and custom fields of a submitted lead card. */
function fillFromCard({ change, rules }: LeadContext, card: CardContacts, now: Date): void {
  const { overwrite } = rules.setting
  const changed: Record<string, string> = {}
  const remark = card.remark?.slice(0, REMARK_MAX)
  if (remark && change.customer.remark === '' && setText(change, 'remark', remark, null, now)) changed.remark = remark
  const mayWriteCity = change.customer.city === '' || overwrite === 'always'
  if (card.city && mayWriteCity && setText(change, 'city', card.city, null, now)) changed.city = card.city
  if (Object.keys(changed).length > 0)
    change.events.push({ type: 'agent_update_customer_info', changed, operatorId: null })
  for (const { name, value } of card.custom) {
    const field = rules.fields.find((each) => each.name === name && each.enabled)
    if (field) fillField(change, field, value, { overwrite, by: null }, now)
  }
}
