import { type AgentId, REMARK_MAX } from '@ruwu/contract'
import { afterHumanReply, type CardContacts } from '@ruwu/domain'
import type { Queryable } from '../../db/database.ts'
import { type Captured, type Case, type LeadKeeper, type LeadRow, setText } from '../../customer/index.ts'
import { contactsInCard, contactsInText, contactTold, COPIED, type FoundContact } from './find-contacts.ts'
import { openBook, openBooks } from './load-leads.ts'
import { listLeadsOf } from './lead.repo.ts'
import { change, fillField, isContact, type LeadBook, record, tell } from './record-lead.ts'

type Given = { captured: Captured; contacts: FoundContact[]; card?: CardContacts }

/** Makes leads of what customers say, in the transaction that stores it. */
export const leadKeeper: LeadKeeper = {
  async capture(db: Queryable, captured: readonly Captured[], now: Date): Promise<void> {
    const given = captured.map(read).filter(({ contacts, card }) => contacts.length > 0 || card)
    if (given.length === 0) return
    const cases = [...new Set(given.map((each) => each.captured.of))]
    const keys = given.flatMap(({ captured: { of }, contacts }) =>
      contacts.map(({ kind, normalised }) => ({ entId: of.customer.entId, kind, normalised })),
    )
    const books = await openBooks(db, cases, keys)
    for (const {
      captured: { of, messageId },
      contacts,
      card,
    } of given) {
      const book = books.get(of)
      if (!book) continue
      for (const found of contacts) record(book, found, { messageId, by: null }, now)
      if (card) fillFromCard(book, card, now)
    }
  },

  async follow(db: Queryable, of: Case, by: AgentId | null, now: Date): Promise<void> {
    // The furthest of them says nothing about the others.
    if (of.customer.leadStatus === null) return
    if (!(await listLeadsOf(db, [of.customer])).some(isNewContact)) return
    const book = await openBook(db, of, [])
    for (const row of book.own.filter(isContact)) {
      const status = afterHumanReply(row.status)
      if (status !== row.status) tell(book, change(book, row.id, { status }, now), by)
    }
  },
}

const isNewContact = (row: LeadRow) => isContact(row) && row.status === 'new'

function read(captured: Captured): Given {
  switch (captured.from) {
    case 'text':
      return { captured, contacts: contactsInText(captured.text, captured.of.customer.source) }
    case 'card':
      return { captured, ...contactsInCard(captured.fields) }
    case 'ai':
      return { captured, contacts: [contactTold(captured.kind, captured.value, 'ai')] }
    case 'copy':
      return { captured, contacts: [COPIED] }
  }
}

/** What a submitted card says besides the number. */
function fillFromCard({ of, rules }: LeadBook, card: CardContacts, now: Date): void {
  const { overwrite } = rules.setting
  const changed: Record<string, string> = {}
  const remark = card.remark?.slice(0, REMARK_MAX)
  if (remark && of.customer.remark === '' && setText(of, 'remark', remark, null, now)) changed.remark = remark
  const mayWriteCity = of.customer.city === '' || overwrite === 'always'
  if (card.city && mayWriteCity && setText(of, 'city', card.city, null, now)) changed.city = card.city
  if (Object.keys(changed).length > 0) of.events.push({ type: 'agent_update_customer_info', changed, operatorId: null })
  for (const { name, value } of card.custom) {
    const field = rules.fields.find((each) => each.name === name && each.enabled)
    if (field) fillField(of, field, value, { overwrite, by: null }, now)
  }
}
