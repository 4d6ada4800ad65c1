import type { AgentId, CustomerSetting, LeadId, LeadStatus, MessageId } from '@ruwu/contract'
import { customerLeadStatus, fieldProblem, type KnownLead, LEAD_KIND_LABELS, recordLead } from '@ruwu/domain'
import { newId } from '../../platform/ids.ts'
import type { FieldRow } from '../customer-setting/index.ts'
import { appendLine, bindSystemTag, type Case, changeSession, type LeadRow, setField } from '../../customer/index.ts'
import type { FoundContact } from './find-contacts.ts'
import { contactName, type FirstHolder } from './lead.repo.ts'

/** What an enterprise's rules say about its leads. */
export type LeadRules = { setting: CustomerSetting; fields: readonly FieldRow[] }

/** One customer's leads in hand, and who else gave the same contacts. */
export type LeadBook = {
  of: Case
  own: LeadRow[]
  holders: Map<string, FirstHolder[]>
  rules: LeadRules
}

/** Where it came from: the message it stood in, and the agent who wrote it down. */
export type Origin = { messageId: MessageId | null; by: AgentId | null }

/** Keeps a found contact as the customer's, or counts it once more. */
export function record(book: LeadBook, found: FoundContact, origin: Origin, now: Date): LeadRow {
  const { of, own } = book
  const outcome = recordLead(found, own.map(toKnown), elsewhere(book, found))
  if (!outcome.isNew) return countAgain(book, outcome.leadId, origin.messageId, now)
  if (outcome.demoted) change(book, outcome.demoted, { isPrimary: false }, now)
  const { customer: row } = of
  const added: LeadRow = {
    entId: row.entId,
    id: newId<LeadId>(now),
    customerId: row.id,
    sessionId: of.session?.id ?? null,
    kind: found.kind,
    value: found.value,
    normalised: found.normalised,
    state: found.state,
    isPrimary: outcome.isPrimary,
    extractor: found.extractor,
    messageId: origin.messageId,
    relationId: row.relationId,
    entry: of.session?.entry ?? row.entry,
    agentId: row.agentId,
    receptionType: row.receptionType,
    status: 'new',
    reason: null,
    result: outcome.result,
    hits: 1,
    lastHitAt: now,
    dupOf: outcome.dupOf,
    createdAt: now,
    updatedAt: now,
  }
  own.push(added)
  noteSame(book, added)
  of.additions.leads.set(added.id, added)
  of.additions.newLeads.add(added.id)
  tell(book, added, origin.by)
  if (isContact(added)) welcome(book, added, origin.by, now)
  return added
}

/** A doubtful one turned out to be a contact: it becomes what it would have been at once. */
export function confirm(book: LeadBook, id: LeadId, by: AgentId | null, now: Date): void {
  const doubtful = get(book, id)
  const others = { ...book, own: book.own.filter((each) => each.id !== id) }
  const outcome = recordLead({ ...doubtful, state: 'valid' }, others.own.map(toKnown), elsewhere(book, doubtful))
  if (!outcome.isNew) return
  if (outcome.demoted) change(book, outcome.demoted, { isPrimary: false }, now)
  const { result, dupOf } = outcome
  const confirmed = change(book, id, { state: 'valid', isPrimary: true, result, dupOf }, now)
  noteSame(book, confirmed)
  welcome(book, confirmed, by, now)
}

/** Changes one of the customer's leads, in hand and in what is to be written. */
export function change(book: LeadBook, id: LeadId, to: Partial<LeadRow>, now: Date): LeadRow {
  const row = Object.assign(get(book, id), to, { updatedAt: now })
  book.of.additions.leads.set(id, row)
  return row
}

/** Open panels learn that a lead is new or another, and lists how far the customer is. */
export function tell({ of, own }: LeadBook, { id, status }: LeadRow, by: AgentId | null): void {
  of.customer.leadStatus = statusOf(own)
  of.events.push({ type: 'lead_change', leadId: id, status, operatorId: by })
}

const statusOf = (own: readonly LeadRow[]): LeadStatus | null => customerLeadStatus(own)

export const isContact = ({ kind, state }: Pick<LeadRow, 'kind' | 'state'>) =>
  kind !== 'wechat_copy' && state === 'valid'

function get({ own }: LeadBook, id: LeadId): LeadRow {
  const row = own.find((each) => each.id === id)
  if (!row) throw new Error('the lead is not among the customer’s')
  return row
}

function countAgain(book: LeadBook, id: LeadId, messageId: MessageId | null, now: Date): LeadRow {
  const row = get(book, id)
  if (messageId && messageId !== row.messageId)
    book.of.additions.leadRepeats.push({ entId: row.entId, leadId: id, messageId, at: now })
  tell(book, change(book, id, { hits: row.hits + 1, lastHitAt: now }, now), null)
  return row
}

/** Whoever gave it first is shown who gave it too. */
function noteSame({ of }: LeadBook, { dupOf }: LeadRow): void {
  if (dupOf) of.additions.sameLeads.add(dupOf)
}

/** The first lead of another customer with this value, as far as the enterprise calls it the same. */
function elsewhere({ of, holders, rules }: LeadBook, found: Pick<FoundContact, 'kind' | 'normalised' | 'state'>) {
  const { dedupe } = rules.setting
  const isCompared = (found.kind === 'phone' && dedupe.phone) || (found.kind === 'wechat' && dedupe.wechat)
  if (!isCompared) return null
  const { entId, id: customerId, relationId } = of.customer
  const others = (holders.get(contactName({ entId, ...found })) ?? []).filter((each) => each.customerId !== customerId)
  return others.find((each) => dedupe.crossAccount || each.relationId === relationId)?.id ?? null
}

/** What follows from a contact that can be used. */
function welcome(book: LeadBook, row: LeadRow, by: AgentId | null, now: Date): void {
  const { of, holders } = book
  bindSystemTag(of, 'lead', now)
  if (of.session && !of.session.hasLead) changeSession(of, of.session, { hasLead: true })
  if (row.dupOf === null) holders.get(contactName(row))?.push(row)
  writeField(book, row, by, now)
  appendLine(of, { kind: 'lead', text: `客户留下了${LEAD_KIND_LABELS[row.kind]}`, extra: { leadId: row.id } }, now)
}

/** Into the field the enterprise keeps such contacts in; what stands there stays unless it wants the newest. */
function writeField({ of, rules }: LeadBook, { kind, value }: LeadRow, by: AgentId | null, now: Date): void {
  const { writeTo, overwrite } = rules.setting
  const id = kind === 'phone' ? writeTo.phone : writeTo.wechat
  const field = rules.fields.find((each) => each.id === id && each.enabled)
  if (field) fillField(of, field, value, { overwrite, by }, now)
}

/** One field from something the customer said; what does not fit into it is left out. */
export function fillField(
  of: Case,
  field: FieldRow,
  value: string,
  { overwrite, by }: { overwrite: CustomerSetting['overwrite']; by: AgentId | null },
  now: Date,
): void {
  if (overwrite === 'empty' && of.customer.fields[field.id] !== undefined) return
  const fitting = field.type === 'multiple' ? [value] : value
  if (fieldProblem(field, fitting) || !setField(of, field, fitting, by, now)) return
  of.events.push({ type: 'agent_update_customer_info', changed: { fields: [field.id] }, operatorId: by })
}

const toKnown = (row: LeadRow): KnownLead => ({ ...row, leadId: row.id })
