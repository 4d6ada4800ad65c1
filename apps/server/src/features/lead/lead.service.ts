import type { CustomerId, Lead, LeadId, LeadStatus, MessageId } from '@ruwu/contract'
import { canMoveLead, LEAD_STATUS_LABELS } from '@ruwu/domain'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Database, Queryable, Transaction } from '../../db/database.ts'
import { customer, customerMessage, lead } from '../../db/schema/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { FieldError, NotFoundError, UserFacingError } from '../../platform/http/errors.ts'
import type { Caller } from '../auth/index.ts'
import {
  auditCopy,
  getVisible,
  findVisible,
  type Case,
  type Desk,
  type LeadRow,
  lockVisible,
  visibleTo,
} from '../../customer/index.ts'
import { contactTold, type FoundContact } from './find-contacts.ts'
import { openBook } from './load-leads.ts'
import { findLead } from './lead.repo.ts'
import { selectLeads, toLeads } from './lead.view.ts'
import { change, confirm, isContact, type LeadBook, type Origin, record, tell } from './record-lead.ts'

export type LeadFilter = {
  customerId?: CustomerId | undefined
  status?: LeadStatus | undefined
  page: number
  pageSize: number
}

export type LeadDraft = {
  customerId: CustomerId
  kind: 'phone' | 'wechat'
  value: string
  messageId?: MessageId | undefined
}

export type LeadEdit = {
  leadId: LeadId
  status?: LeadStatus | undefined
  reason?: string | undefined
  isPrimary?: true | undefined
  state?: 'valid' | 'rejected' | undefined
}

/** Leads as agents read and work on them. */
export class LeadService {
  private readonly db: Database
  private readonly desk: Desk
  private readonly clock: Clock

  constructor(deps: { db: Database; desk: Desk; clock: Clock }) {
    this.db = deps.db
    this.desk = deps.desk
    this.clock = deps.clock
  }

  /** Newest first; a page beyond the end is the last one. */
  async list(caller: Caller, { customerId, status, pageSize, ...wanted }: LeadFilter) {
    if (customerId) await getVisible(this.db.sql, caller, customerId)
    const which = and(
      eq(lead.entId, caller.entId),
      customerId && eq(lead.customerId, customerId),
      status && eq(lead.status, status),
      visibleTo(caller),
    )
    const [counted] = await this.db.sql
      .select({ total: sql<number>`count(*)::int` })
      .from(lead)
      .innerJoin(customer, and(eq(customer.entId, lead.entId), eq(customer.id, lead.customerId)))
      .where(which)
    const total = counted?.total ?? 0
    const page = Math.max(1, Math.min(wanted.page, Math.ceil(total / pageSize)))
    const rows = await selectLeads(this.db.sql)
      .where(which)
      .orderBy(desc(lead.createdAt), desc(lead.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize)
    return { items: await toLeads(this.db.sql, caller, rows), total, page, pageSize }
  }

  create(caller: Caller, { customerId, kind, value, messageId }: LeadDraft): Promise<Lead> {
    return this.db.transaction(async (tx) => {
      const now = this.clock.now()
      const of = await lockVisible(tx.sql, caller, customerId)
      if (messageId && !(await isOfThread(tx.sql, of, messageId))) throw new NotFoundError('消息')
      const found = contactTold(kind, value, 'manual')
      const book = await openBook(tx.sql, of, [{ entId: caller.entId, ...found }])
      const row = write(book, found, { messageId: messageId ?? null, by: caller.agentId }, now)
      return this.save(tx, caller, of, row, now)
    })
  }

  update(caller: Caller, edit: LeadEdit): Promise<Lead> {
    return this.db.transaction(async (tx) => {
      const now = this.clock.now()
      const { of, row } = await this.lock(tx, caller, edit.leadId)
      const book = await openBook(tx.sql, of, [row])
      if (edit.state) this.settle(book, row.id, edit.state, caller, now)
      if (edit.isPrimary) makePrimary(book, row.id, now)
      if (edit.status) move(book, row.id, edit.status, edit.reason, now)
      const after = book.own.find((each) => each.id === row.id) ?? row
      if (of.additions.leads.size > 0) tell(book, after, caller.agentId)
      return this.save(tx, caller, of, after, now)
    })
  }

  /** Written down when the caller saw it in clear. */
  async copied(caller: Caller, id: LeadId): Promise<true> {
    await this.find(this.db.sql, caller, id)
    const isClear = caller.permissions.has('customer:viewSensitive')
    if (isClear) await auditCopy(this.db.sql, caller, { action: 'lead.copy', object: id }, this.clock.now())
    return true
  }

  private settle(book: LeadBook, id: LeadId, state: 'valid' | 'rejected', caller: Caller, now: Date): void {
    if (rowOf(book, id).state !== 'ambiguous') throw new UserFacingError('refused', '该联系方式已确认')
    if (state === 'valid') confirm(book, id, caller.agentId, now)
    else change(book, id, { state }, now)
  }

  /** The customer first, as everybody does; then the lead as it is now. */
  private async lock(tx: Transaction, caller: Caller, id: LeadId): Promise<{ of: Case; row: LeadRow }> {
    const found = await this.find(tx.sql, caller, id)
    const of = await lockVisible(tx.sql, caller, found.customerId)
    return { of, row: await this.find(tx.sql, caller, id) }
  }

  /** A lead of a customer one may not see looks absent itself. */
  private async find(db: Queryable, caller: Caller, id: LeadId): Promise<LeadRow> {
    const row = await findLead(db, caller.entId, id)
    if (!row || !(await findVisible(db, caller, row.customerId))) throw new NotFoundError('线索')
    return row
  }

  private async save(tx: Transaction, caller: Caller, of: Case, { id }: LeadRow, now: Date): Promise<Lead> {
    if (of.events.length > 0) await this.desk.save(tx, [of], now)
    const saved = await selectLeads(tx.sql).where(and(eq(lead.entId, caller.entId), eq(lead.id, id)))
    const [after] = await toLeads(tx.sql, caller, saved)
    if (!after) throw new NotFoundError('线索')
    return after
  }
}

async function isOfThread(db: Queryable, { customer: row }: Case, id: MessageId): Promise<boolean> {
  const found = await db
    .select({ seq: customerMessage.seq })
    .from(customerMessage)
    .where(
      and(eq(customerMessage.entId, row.entId), eq(customerMessage.id, id), eq(customerMessage.customerId, row.id)),
    )
  return found.length > 0
}

const rowOf = ({ own }: LeadBook, id: LeadId): LeadRow => {
  const row = own.find((each) => each.id === id)
  if (!row) throw new NotFoundError('线索')
  return row
}

/** What nobody was sure of is one when somebody writes it down; what is known already is said to be. */
function write(book: LeadBook, found: FoundContact, origin: Origin, now: Date): LeadRow {
  const known = book.own.find((each) => each.kind === found.kind && each.normalised === found.normalised)
  if (!known) return record(book, found, origin, now)
  if (known.state === 'valid') throw new UserFacingError('refused', '该客户已有此联系方式')
  confirm(book, known.id, origin.by, now)
  tell(book, known, origin.by)
  return known
}

/** Of each kind one is the number to use. */
function makePrimary(book: LeadBook, id: LeadId, now: Date): void {
  const row = rowOf(book, id)
  if (!isContact(row)) throw new UserFacingError('refused', '只有有效的联系方式可以设为主号码')
  if (row.isPrimary) return
  for (const other of book.own.filter((each) => each.kind === row.kind && each.isPrimary))
    change(book, other.id, { isPrimary: false }, now)
  change(book, id, { isPrimary: true }, now)
}

function move(book: LeadBook, id: LeadId, to: LeadStatus, reason: string | undefined, now: Date): void {
  const { status: from, reason: before } = rowOf(book, id)
  if (to === 'invalid' && !reason) throw new FieldError({ reason: '请选择无效原因' })
  const after = to === 'invalid' ? (reason ?? null) : null
  if (from === to && before === after) return
  if (from !== to && !canMoveLead(from, to)) {
    const words = `线索不能从「${LEAD_STATUS_LABELS[from]}」改为「${LEAD_STATUS_LABELS[to]}」`
    throw new UserFacingError('refused', words)
  }
  change(book, id, { status: to, reason: after }, now)
}
