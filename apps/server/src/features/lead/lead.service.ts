import {
  type AgentId,
  type CustomerId,
  ERRORS,
  type Lead,
  type LeadBulkResult,
  type LeadFilter,
  type LeadId,
  type LeadMoment,
  type LeadPage,
  type LeadStatus,
  type MessageId,
} from '@ruwu/contract'
import { canMoveLead, LEAD_STATUS_LABELS, leadTotal } from '@ruwu/domain'
import type { FastifyBaseLogger } from 'fastify'
import { shareCustomerSetting } from '../../customer/customer-setting.repo.ts'
import type { CustomerChange } from '../../customer/customer-change.ts'
import type { CustomerWriter } from '../../customer/customer-writer.ts'
import { findVisible, getVisible, lockVisible } from '../../customer/visibility.repo.ts'
import type { LeadRow } from '../../customer/additions.ts'
import type { Database, Queryable, Transaction } from '../../db/database.ts'
import { shownPage } from '../../db/paging.ts'
import { retryDeadlock } from '../../db/violations.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import { FieldError, NotFoundError, UserFacingError } from '../../platform/http/errors.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { type FoundContact, statedContact } from './find-contacts.ts'
import { findLead, isInThread, pageLeads, selectLead } from './lead.repo.ts'
import { countLeads, countNewLeads, pageLeadIds } from './lead-list.repo.ts'
import { readLeadItems } from './lead-list.view.ts'
import { readTimeline } from './lead-timeline.repo.ts'
import { seesLead, toLeads } from './lead.view.ts'
import { loadLeadContext } from './load-leads.ts'
import {
  confirmContact,
  emitLeadChange,
  isContact,
  type LeadContext,
  moveLead,
  type Origin,
  recordContact,
  updateLead,
} from './record-lead.ts'

type CustomerLeads = {
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
  private readonly log: FastifyBaseLogger

  constructor(deps: { db: Database; writer: CustomerWriter; clock: Clock; log: FastifyBaseLogger }) {
    this.db = deps.db
    this.writer = deps.writer
    this.clock = deps.clock
    this.log = deps.log
  }

  /** Newest first; a page beyond the end returns the last page. */
  async list(caller: Caller, { customerId, status, pageSize, ...wanted }: CustomerLeads) {
    if (customerId) await getVisible(this.db.sql, caller, customerId)
    const { rows, total, page } = await pageLeads(this.db.sql, caller, {
      customerId,
      status,
      pageSize,
      page: wanted.page,
    })
    return { items: await toLeads(this.db.sql, caller, rows), total, page, pageSize }
  }

  /** All leads; a page beyond the end returns the last one. */
  async page(
    caller: Caller,
    { page: wanted, pageSize, ...filter }: LeadFilter & { page: number; pageSize: number },
  ): Promise<LeadPage> {
    const { sql } = this.db
    const counts = await countLeads(sql, caller, filter)
    const total = leadTotal(counts, filter.status)
    const page = shownPage(total, { page: wanted, pageSize })
    const ids = await pageLeadIds(sql, caller, filter, { limit: pageSize, offset: (page - 1) * pageSize })
    return { items: await readLeadItems(sql, caller, ids), counts, total, page, pageSize }
  }

  async countNew(caller: Caller): Promise<{ count: number }> {
    return { count: await countNewLeads(this.db.sql, caller) }
  }

  async timeline(caller: Caller, id: LeadId): Promise<LeadMoment[]> {
    return readTimeline(this.db.sql, caller, await this.find(this.db.sql, caller, id))
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
    // 联动: an administrator who changes the stages locks the setting before customers.
    return retryDeadlock(() => this.change(caller, edit))
  }

  /** One status for many leads: each is its own transaction and outcome. */
  async batch(
    caller: Caller,
    { leadIds, ...edit }: { leadIds: readonly LeadId[] } & Pick<LeadEdit, 'status' | 'reason'>,
  ): Promise<LeadBulkResult> {
    if (edit.status === 'invalid' && !edit.reason) throw new FieldError({ reason: MISSING_REASON })
    const ids = [...new Set(leadIds)]
    const failed = new Map<LeadId, string>()
    for (const leadId of ids) {
      try {
        await this.update(caller, { leadId, ...edit })
      } catch (error) {
        failed.set(leadId, this.messageFor(error))
      }
    }
    const named = await readLeadItems(this.db.sql, caller, [...failed.keys()])
    const nameOf = (id: LeadId) => named.find(({ leadId }) => leadId === id)?.customerName ?? ''
    return {
      success: ids.length - failed.size,
      failed: [...failed].map(([id, msg]) => ({ id, name: nameOf(id), msg })),
    }
  }

  /** An error of one lead does not stop the others. */
  private messageFor(error: unknown): string {
    if (error instanceof UserFacingError) return error.message
    this.log.error({ err: error }, 'a lead of a batch failed')
    return ERRORS.internal.msg
  }

  private change(caller: Caller, edit: LeadEdit): Promise<Lead> {
    return this.db.transaction(async (tx) => {
      const now = this.clock.now()
      const { change, row } = await this.lock(tx, caller, edit.leadId)
      if (edit.status) await shareCustomerSetting(tx.sql, caller.entId)
      const context = await loadLeadContext(tx.sql, change, [row])
      if (edit.state) this.resolveAmbiguous(context, row.id, edit.state, caller, now)
      if (edit.isPrimary) makePrimary(context, row.id, now)
      if (edit.status) changeStatus(context, row.id, { to: edit.status, reason: edit.reason }, caller.agentId, now)
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

const MISSING_REASON = '请选择无效原因'

function changeStatus(
  context: LeadContext,
  id: LeadId,
  { to, reason }: { to: LeadStatus; reason: string | undefined },
  by: AgentId,
  now: Date,
): void {
  const { status: from, reason: before } = rowOf(context, id)
  if (to === 'invalid' && !reason) throw new FieldError({ reason: MISSING_REASON })
  const after = to === 'invalid' ? (reason ?? null) : null
  if (from === to && before === after) return
  if (from !== to && !canMoveLead(from, to)) {
    const text = `线索不能从「${LEAD_STATUS_LABELS[from]}」改为「${LEAD_STATUS_LABELS[to]}」`
    throw new UserFacingError('refused', text)
  }
  moveLead(context, id, { status: to, reason: after }, by, now)
}
