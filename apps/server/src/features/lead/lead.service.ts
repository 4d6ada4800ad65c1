import type { CustomerId, Lead, LeadId, LeadStatus, MessageId } from '@ruwu/contract'
import { canMoveLead, LEAD_STATUS_LABELS } from '@ruwu/domain'
import type { CustomerChange } from '../../customer/customer-change.ts'
import type { CustomerWriter } from '../../customer/customer-writer.ts'
import { findVisible, getVisible, lockVisible } from '../../customer/visibility.repo.ts'
import type { LeadRow } from '../../customer/additions.ts'
import type { Database, Queryable, Transaction } from '../../db/database.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import { FieldError, NotFoundError, UserFacingError } from '../../platform/http/errors.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { type FoundContact, statedContact } from './find-contacts.ts'
import { findLead, isInThread, pageLeads, selectLead } from './lead.repo.ts'
import { seesLead, toLeads } from './lead.view.ts'
import { loadLeadContext } from './load-leads.ts'
import {
  confirmContact,
  emitLeadChange,
  isContact,
  type LeadContext,
  type Origin,
  recordContact,
  updateLead,
} from './record-lead.ts'

type LeadFilter = {
  customerId?: CustomerId | undefined
  status?: LeadStatus | undefined
  page: number
  pageSize: number
}

type LeadDraft = {
  customerId: CustomerId
  kind: 'phone' | 'wechat'
  value: string
  messageId?: MessageId | undefined
}

type LeadEdit = {
  leadId: LeadId
  status?: LeadStatus | undefined
  reason?: string | undefined
  isPrimary?: true | undefined
  state?: 'valid' | 'rejected' | undefined
}

/** Listing and editing leads. */
export class LeadService {
  private readonly db: Database
  private readonly writer: CustomerWriter
  private readonly clock: Clock

  constructor(deps: { db: Database; writer: CustomerWriter; clock: Clock }) {
    this.db = deps.db
    this.writer = deps.writer
    this.clock = deps.clock
  }

  /** Newest first; a page beyond the end returns the last page. */
  async list(caller: Caller, { customerId, status, pageSize, ...wanted }: LeadFilter) {
    if (customerId) await getVisible(this.db.sql, caller, customerId)
    const { rows, total, page } = await pageLeads(this.db.sql, caller, {
      customerId,
      status,
      pageSize,
      page: wanted.page,
    })
    return { items: await toLeads(this.db.sql, caller, rows), total, page, pageSize }
  }

  create(caller: Caller, { customerId, kind, value, messageId }: LeadDraft): Promise<Lead> {
    return this.db.transaction(async (tx) => {
      const now = this.clock.now()
      const change = await lockVisible(tx.sql, caller, customerId)
      if (messageId && !(await isInThread(tx.sql, change.customer, messageId))) throw new NotFoundError('消息')
      const found = statedContact(kind, value, 'manual')
      const context = await loadLeadContext(tx.sql, change, [{ entId: caller.entId, ...found }])
      const row = recordManual(context, found, { messageId: messageId ?? null, by: caller.agentId }, now)
      return this.save(tx, caller, change, row, now)
    })
  }

  update(caller: Caller, edit: LeadEdit): Promise<Lead> {
    return this.db.transaction(async (tx) => {
      const now = this.clock.now()
      const { change, row } = await this.lock(tx, caller, edit.leadId)
      const context = await loadLeadContext(tx.sql, change, [row])
      if (edit.state) this.resolveAmbiguous(context, row.id, edit.state, caller, now)
      if (edit.isPrimary) makePrimary(context, row.id, now)
      if (edit.status) changeStatus(context, row.id, edit.status, edit.reason, now)
      const after = context.leads.find((each) => each.id === row.id) ?? row
      const isCaptured = edit.state === 'valid'
      if (change.additions.leads.size > 0) emitLeadChange(context, after, caller.agentId, { isCaptured })
      return this.save(tx, caller, change, after, now)
    })
  }

  /** Audits the copy of an unmasked contact. */
  async copied(caller: Caller, id: LeadId): Promise<true> {
    const { sql } = this.db
    const row = await this.find(sql, caller, id)
    if (!seesLead(caller, row)) return true
    const name = (await findVisible(sql, caller, row.customerId))?.name ?? ''
    await writeAudit(sql, caller, { action: 'lead.copy', object: id, name }, this.clock.now())
    return true
  }

  private resolveAmbiguous(
    context: LeadContext,
    id: LeadId,
    state: 'valid' | 'rejected',
    caller: Caller,
    now: Date,
  ): void {
    if (rowOf(context, id).state !== 'ambiguous') throw new UserFacingError('refused', '该联系方式已确认')
    if (state === 'valid') confirmContact(context, id, caller.agentId, now)
    else updateLead(context, id, { state }, now)
  }

  /** Lock order: the customer first; then the lead is read again. */
  private async lock(tx: Transaction, caller: Caller, id: LeadId): Promise<{ change: CustomerChange; row: LeadRow }> {
    const found = await this.find(tx.sql, caller, id)
    const change = await lockVisible(tx.sql, caller, found.customerId)
    return { change, row: await this.find(tx.sql, caller, id) }
  }

  /** NotFound when the caller may not see the customer, as for an unknown id. */
  private async find(db: Queryable, caller: Caller, id: LeadId): Promise<LeadRow> {
    const row = await findLead(db, caller.entId, id)
    if (!row || !(await findVisible(db, caller, row.customerId))) throw new NotFoundError('线索')
    return row
  }

  private async save(
    tx: Transaction,
    caller: Caller,
    change: CustomerChange,
    { id }: LeadRow,
    now: Date,
  ): Promise<Lead> {
    if (change.events.length > 0) await this.writer.commit(tx, [change], now)
    const [after] = await toLeads(tx.sql, caller, await selectLead(tx.sql, caller.entId, id))
    if (!after) throw new NotFoundError('线索')
    return after
  }
}

const rowOf = ({ leads }: LeadContext, id: LeadId): LeadRow => {
  const row = leads.find((each) => each.id === id)
  if (!row) throw new NotFoundError('线索')
  return row
}

/** Entering an ambiguous contact confirms it; a valid one is refused as a duplicate. */
function recordManual(context: LeadContext, found: FoundContact, origin: Origin, now: Date): LeadRow {
  const known = context.leads.find((each) => each.kind === found.kind && each.normalised === found.normalised)
  if (!known) return recordContact(context, found, origin, now)
  if (known.state === 'valid') throw new UserFacingError('refused', '该客户已有此联系方式')
  confirmContact(context, known.id, origin.by, now)
  emitLeadChange(context, known, origin.by, { isCaptured: true })
  return known
}

/** One primary contact per kind. */
function makePrimary(context: LeadContext, id: LeadId, now: Date): void {
  const row = rowOf(context, id)
  if (!isContact(row)) throw new UserFacingError('refused', '只有有效的联系方式可以设为主号码')
  if (row.isPrimary) return
  for (const other of context.leads.filter((each) => each.kind === row.kind && each.isPrimary))
    updateLead(context, other.id, { isPrimary: false }, now)
  updateLead(context, id, { isPrimary: true }, now)
}

function changeStatus(context: LeadContext, id: LeadId, to: LeadStatus, reason: string | undefined, now: Date): void {
  const { status: from, reason: before } = rowOf(context, id)
  if (to === 'invalid' && !reason) throw new FieldError({ reason: '请选择无效原因' })
  const after = to === 'invalid' ? (reason ?? null) : null
  if (from === to && before === after) return
  if (from !== to && !canMoveLead(from, to)) {
    const text = `线索不能从「${LEAD_STATUS_LABELS[from]}」改为「${LEAD_STATUS_LABELS[to]}」`
    throw new UserFacingError('refused', text)
  }
  updateLead(context, id, { status: to, reason: after }, now)
}
