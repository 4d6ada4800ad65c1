import type { AgentId, CustomerSetting, LeadId, LeadStatus, MessageId } from '@ruwu/contract'
import {
  contactLabel,
  customerLeadStatus,
  fieldProblem,
  type KnownLead,
  LEAD_STATUS_LABELS,
  linkedStage,
  maskLead,
  recordLead,
} from '@ruwu/domain'
import { appendLine, changeSession, type CustomerChange } from '../../customer/customer-change.ts'
import { bindSystemTag, setIntent } from '../../customer/customer-tags.ts'
import type { LeadRow } from '../../customer/additions.ts'
import { noteChange, setField, setStage } from '../../profile/index.ts'
import { newId } from '../../platform/ids.ts'
import type { FieldRow } from '../../customer/customer-setting.repo.ts'
import type { FoundContact } from './find-contacts.ts'
import { contactKeyText, type FirstHolder } from './lead.repo.ts'

/** The enterprise's settings for leads and custom fields. */
export type LeadRules = { setting: CustomerSetting; fields: readonly FieldRow[] }

/** The locked customer, its leads and the first holders of the same contacts; written with the change. */
export type LeadContext = {
  change: CustomerChange
  leads: LeadRow[]
  holders: Map<string, FirstHolder[]>
  rules: LeadRules
}

/** The message that contained the contact, or the agent who entered it. */
export type Origin = { messageId: MessageId | null; by: AgentId | null }

/** Adds a contact as a lead of the customer, or counts a repeat of a known one. */
export function recordContact(context: LeadContext, found: FoundContact, origin: Origin, now: Date): LeadRow {
  const { change, leads } = context
  const outcome = recordLead(found, leads.map(toKnown), findDuplicate(context, found))
  if (!outcome.isNew) return countRepeat(context, outcome.leadId, origin.messageId, now)
  if (outcome.demoted) updateLead(context, outcome.demoted, { isPrimary: false }, now)
  const { customer: row } = change
  const added: LeadRow = {
    entId: row.entId,
    id: newId<LeadId>(now),
    customerId: row.id,
    sessionId: change.session?.id ?? null,
    kind: found.kind,
    value: found.value,
    normalised: found.normalised,
    state: found.state,
    isPrimary: outcome.isPrimary,
    extractor: found.extractor,
    messageId: origin.messageId,
    relationId: row.relationId,
    entry: change.session?.entry ?? row.entry,
    ownerId: row.agentId,
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
  leads.push(added)
  noteDuplicate(context, added)
  change.additions.leads.set(added.id, added)
  change.additions.newLeads.add(added.id)
  emitLeadChange(context, added, origin.by, { isCaptured: isContact(added) })
  if (isContact(added)) applyNewContact(context, added, origin.by, now)
  return added
}

/** Turns an ambiguous contact into a valid one, with everything that follows from a new contact. */
export function confirmContact(context: LeadContext, id: LeadId, by: AgentId | null, now: Date): void {
  const ambiguous = get(context, id)
  const others = { ...context, leads: context.leads.filter((each) => each.id !== id) }
  const outcome = recordLead(
    { ...ambiguous, state: 'valid' },
    others.leads.map(toKnown),
    findDuplicate(context, ambiguous),
  )
  if (!outcome.isNew) return
  if (outcome.demoted) updateLead(context, outcome.demoted, { isPrimary: false }, now)
  const { result, dupOf } = outcome
  const confirmed = updateLead(context, id, { state: 'valid', isPrimary: true, result, dupOf }, now)
  noteDuplicate(context, confirmed)
  applyNewContact(context, confirmed, by, now)
}

/** Changes a lead in memory and marks it for writing. */
export function updateLead(context: LeadContext, id: LeadId, to: Partial<LeadRow>, now: Date): LeadRow {
  const row = Object.assign(get(context, id), to, { updatedAt: now })
  context.change.additions.leads.set(id, row)
  return row
}

/** The entry's field in 变更记录: names the contact without telling it. */
export const leadChangeField = (row: Pick<LeadRow, 'kind' | 'value'>): string => `线索 ${maskLead(row)}`

const statusText = ({ status, reason }: Pick<LeadRow, 'status' | 'reason'>): string =>
  reason ? `${LEAD_STATUS_LABELS[status]}（${reason}）` : LEAD_STATUS_LABELS[status]

/** Changes the status, notes it in 变更记录, and moves the customer's stage on by 联动. */
export function moveLead(
  context: LeadContext,
  id: LeadId,
  to: { status: LeadStatus; reason: string | null },
  by: AgentId | null,
  now: Date,
): LeadRow {
  const { change, rules } = context
  const before = statusText(get(context, id))
  const row = updateLead(context, id, to, now)
  noteChange(change, { field: leadChangeField(row), before, after: statusText(row), by }, now)
  const stage = linkedStage(to.status, rules.setting, change.customer.stageId)
  if (stage) {
    setStage(change, rules.setting.stages, stage.id, by, now)
    change.events.push({ type: 'agent_update_customer_info', changed: { stageId: stage.id }, operatorId: by })
  }
  return row
}

/** Updates the customer's lead status and adds the lead_change event. */
export function emitLeadChange(
  { change, leads }: LeadContext,
  { id, status }: LeadRow,
  by: AgentId | null,
  { isCaptured = false } = {},
): void {
  change.customer.leadStatus = customerLeadStatus(leads)
  change.events.push({ type: 'lead_change', leadId: id, status, operatorId: by, ...(isCaptured && { isCaptured }) })
}

export const isContact = ({ kind, state }: Pick<LeadRow, 'kind' | 'state'>) =>
  kind !== 'wechat_copy' && state === 'valid'

function get({ leads }: LeadContext, id: LeadId): LeadRow {
  const row = leads.find((each) => each.id === id)
  if (!row) throw new Error('the lead does not belong to the customer')
  return row
}

function countRepeat(context: LeadContext, id: LeadId, messageId: MessageId | null, now: Date): LeadRow {
  const row = get(context, id)
  if (messageId && messageId !== row.messageId)
    context.change.additions.leadRepeats.push({ entId: row.entId, leadId: id, messageId, at: now })
  emitLeadChange(context, updateLead(context, id, { hits: row.hits + 1, lastHitAt: now }, now), null)
  return row
}

/** Marks the first holder's lead, whose view lists its duplicates. */
function noteDuplicate({ change }: LeadContext, { dupOf }: LeadRow): void {
  if (dupOf) change.additions.sameLeads.add(dupOf)
}

/** The first lead of another customer with this value, within the enterprise's duplicate rules. */
function findDuplicate(
  { change, holders, rules }: LeadContext,
  found: Pick<FoundContact, 'kind' | 'normalised' | 'state'>,
) {
  const { dedupe } = rules.setting
  const isCompared = (found.kind === 'phone' && dedupe.phone) || (found.kind === 'wechat' && dedupe.wechat)
  if (!isCompared) return null
  const { entId, id: customerId, relationId } = change.customer
  const others = (holders.get(contactKeyText({ entId, ...found })) ?? []).filter(
    (each) => each.customerId !== customerId,
  )
  return others.find((each) => dedupe.crossAccount || each.relationId === relationId)?.id ?? null
}

/** Effects of a valid contact: tag, session flag, holder, custom field and a line in the thread. */
function applyNewContact(context: LeadContext, row: LeadRow, by: AgentId | null, now: Date): void {
  const { change, holders } = context
  bindSystemTag(change, 'lead', now)
  setIntent(change, 'high', now)
  if (change.session && !change.session.hasLead) changeSession(change, change.session, { hasLead: true })
  if (row.dupOf === null) holders.get(contactKeyText(row))?.push(row)
  writeField(context, row, by, now)
  appendLine(change, { kind: 'lead', text: `客户留下了${contactLabel(row)}`, extra: { leadId: row.id } }, now)
}

/** Copies the contact into the configured custom field; overwrites only if the setting says so. */
function writeField({ change, rules }: LeadContext, { kind, value }: LeadRow, by: AgentId | null, now: Date): void {
  const { writeTo, overwrite } = rules.setting
  const id = kind === 'phone' ? writeTo.phone : writeTo.wechat
  const field = rules.fields.find((each) => each.id === id && each.enabled)
  if (field) fillField(change, field, value, { overwrite, by }, now)
}

/** Fills one custom field; values that fail its validation are skipped. */
export function fillField(
  change: CustomerChange,
  field: FieldRow,
  value: string,
  { overwrite, by }: { overwrite: CustomerSetting['overwrite']; by: AgentId | null },
  now: Date,
): void {
  if (overwrite === 'empty' && change.customer.fields[field.id] !== undefined) return
  const typed = field.type === 'multiple' ? [value] : value
  if (fieldProblem(field, typed) || !setField(change, field, typed, by, now)) return
  change.events.push({ type: 'agent_update_customer_info', changed: { fields: [field.id] }, operatorId: by })
}

const toKnown = (row: LeadRow): KnownLead => ({ ...row, leadId: row.id })
