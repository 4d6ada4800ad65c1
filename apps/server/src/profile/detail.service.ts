import type { CustomerDetail, CustomerId, FieldValue, Reminder } from '@ruwu/contract'
import { hidesValue } from '@ruwu/domain'
import { and, asc, count, eq, isNull, sql as raw } from 'drizzle-orm'
import type { Database, Queryable } from '../db/database.ts'
import {
  aiAgent,
  aiAgentVersion,
  channelAccount,
  customer,
  customerReminder,
  lead,
  session,
} from '../db/schema/index.ts'
import type { Clock } from '../platform/clock.ts'
import { NotFoundError } from '../platform/http/errors.ts'
import type { Caller } from '../features/auth/index.ts'
import { listFields, toField } from '../features/customer-setting/index.ts'
import { type CustomerRow, openCase } from '../customer/customer-change.ts'
import { maskPanel } from '../customer/customer.view.ts'
import { readItem } from '../customer/customer-item.repo.ts'
import { quotaOf } from '../outbound/put-outbound.ts'
import { type FindSendingAccount, toQuota } from '../outbound/send.service.ts'
import { hosting, hostingVersion } from '../customer/account-reception.repo.ts'
import { isVisible } from '../customer/visibility.repo.ts'

/** One customer with everything the panel beside the thread shows. */
export class DetailService {
  private readonly db: Database
  private readonly clock: Clock
  private readonly findAccount: FindSendingAccount

  constructor(deps: { db: Database; clock: Clock; findAccount: FindSendingAccount }) {
    this.db = deps.db
    this.clock = deps.clock
    this.findAccount = deps.findAccount
  }

  async detail(caller: Caller, id: CustomerId): Promise<CustomerDetail> {
    const { sql } = this.db
    const [row] = await sql
      .select()
      .from(customer)
      .where(and(eq(customer.entId, caller.entId), eq(customer.id, id)))
    if (!row || !isVisible(caller, row)) throw new NotFoundError('客户')
    const [item, account, fields, reminders, leadCount, sessionCount, ai] = await Promise.all([
      readItem(sql, caller, id),
      this.findAccount(sql, caller.entId, row.relationId),
      readFields(sql, caller, row),
      listReminders(sql, caller, id),
      countLeads(sql, row),
      countSessions(sql, row),
      findAi(sql, row),
    ])
    if (!account) throw new NotFoundError('渠道账号')
    const shown = caller.permissions.has('customer:viewSensitive') ? (text: string) => text : maskPanel(false)
    return {
      ...item,
      platformId: row.platformUserId,
      city: shown(row.city),
      country: shown(row.country),
      entry: row.entry,
      firstEnterAt: row.firstEnterAt.toISOString(),
      lastEnterAt: row.lastEnterAt.toISOString(),
      stageId: row.stageId,
      fields,
      reminders,
      quota: toQuota(await quotaOf(sql, openCase(row), account, this.clock.now())),
      leadCount,
      sessionCount,
      canHost: ai !== undefined,
      aiName: ai?.name ?? '',
    }
  }
}

/** The enterprise's own fields; ways to reach a person are hidden from who may not see them. */
async function readFields(db: Queryable, caller: Caller, { fields }: CustomerRow): Promise<Record<string, FieldValue>> {
  if (caller.permissions.has('customer:viewSensitive')) return fields
  const own = (await listFields(db, caller.entId)).map(toField)
  const hidden = new Set<string>(own.filter(hidesValue).map((field) => field.id))
  const shown = (id: string, value: FieldValue) => {
    const masked = maskPanel(hidden.has(id))
    return typeof value === 'string' ? masked(value) : value.map(masked)
  }
  return Object.fromEntries(Object.entries(fields).map(([id, value]) => [id, shown(id, value)]))
}

async function listReminders(db: Queryable, { entId, agentId }: Caller, id: CustomerId): Promise<Reminder[]> {
  const rows = await db
    .select({ id: customerReminder.id, remindAt: customerReminder.remindAt, note: customerReminder.note })
    .from(customerReminder)
    .where(
      and(
        eq(customerReminder.entId, entId),
        eq(customerReminder.customerId, id),
        eq(customerReminder.agentId, agentId),
        isNull(customerReminder.firedAt),
      ),
    )
    .orderBy(asc(customerReminder.remindAt), asc(customerReminder.id))
  return rows.map((row) => ({ ...row, remindAt: row.remindAt.toISOString() }))
}

async function countLeads(db: Queryable, { entId, id }: CustomerRow): Promise<number> {
  const of = and(eq(lead.entId, entId), eq(lead.customerId, id))
  const [row] = await db.select({ count: count() }).from(lead).where(of)
  return row?.count ?? 0
}

async function countSessions(db: Queryable, { entId, id }: CustomerRow): Promise<number> {
  const of = and(eq(session.entId, entId), eq(session.customerId, id))
  const [row] = await db.select({ count: count() }).from(session).where(of)
  return row?.count ?? 0
}

/** The AI that could receive the customer, if the account has one. */
async function findAi(db: Queryable, { entId, relationId }: CustomerRow): Promise<{ name: string | null } | undefined> {
  const [row] = await db
    .select({ name: raw<string | null>`${aiAgentVersion.config} #>> '{role,name}'` })
    .from(channelAccount)
    .innerJoin(aiAgent, hosting)
    .leftJoin(aiAgentVersion, hostingVersion)
    .where(and(eq(channelAccount.entId, entId), eq(channelAccount.id, relationId)))
  return row
}
