import type { CustomerDetail, CustomerId, FieldValue } from '@ruwu/contract'
import type { Database, Queryable } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import { NotFoundError } from '../platform/http/errors.ts'
import type { Caller } from '../platform/http/caller.ts'
import { readContentTitles } from '../customer/content-title.repo.ts'
import { listFields } from '../customer/customer-setting.repo.ts'
import { toField } from '../customer/customer-setting.view.ts'
import { type CustomerRow, startChange } from '../customer/customer-change.ts'
import { maskFor, shownFields, shownTo, toQuota } from '../customer/customer.view.ts'
import { readItem } from '../customer/customer-item.repo.ts'
import { type FindSendingAccount, readQuota, readScheduled } from '../outbound/index.ts'
import { findCustomerRow } from '../customer/customer-change.repo.ts'
import { countLeads, countSessions, findAi } from './detail.repo.ts'
import { listReminders } from './reminder.repo.ts'
import { isVisible } from '../customer/visibility.repo.ts'

/** A customer with all data of the panel beside the thread. */
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
    const row = await findCustomerRow(sql, caller.entId, id)
    if (!row || !isVisible(caller, row)) throw new NotFoundError('客户')
    const [item, account, fields, reminders, scheduled, leadCount, sessionCount, ai] = await Promise.all([
      readItem(sql, caller, id),
      this.findAccount(sql, caller.entId, row.relationId),
      readFields(sql, caller, row),
      listReminders(sql, caller, id),
      readScheduled(sql, caller, id),
      countLeads(sql, row),
      countSessions(sql, row),
      findAi(sql, row),
    ])
    if (!account) throw new NotFoundError('渠道账号')
    const postId = row.entry?.postId
    const [titles, quota] = await Promise.all([
      readContentTitles(sql, row.entId, [postId]),
      readQuota(sql, startChange(row), account, this.clock.now()),
    ])
    return {
      ...item,
      platformId: row.platformUserId,
      city: shownTo(caller, row.city),
      country: shownTo(caller, row.country),
      entry: row.entry,
      contentTitle: (postId && titles.get(postId)) ?? '',
      firstEnterAt: row.firstEnterAt.toISOString(),
      lastEnterAt: row.lastEnterAt.toISOString(),
      stageId: row.stageId,
      fields,
      reminders,
      scheduled,
      quota: toQuota(quota),
      leadCount,
      sessionCount,
      canHost: ai !== undefined,
      aiName: ai?.name ?? '',
    }
  }
}

/** The enterprise's own fields, masked for callers who must not see everything. */
async function readFields(db: Queryable, caller: Caller, { fields }: CustomerRow): Promise<Record<string, FieldValue>> {
  const mask = maskFor(caller)
  if (mask === null) return fields
  return shownFields((await listFields(db, caller.entId)).map(toField), fields, mask)
}
