import type { CustomerId, Reminder, ReminderId } from '@ruwu/contract'
import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../db/database.ts'
import { customer, customerReminder } from '../db/schema/index.ts'
import type { Clock } from '../platform/clock.ts'
import { NotFoundError, UserFacingError } from '../platform/http/errors.ts'
import { newId } from '../platform/ids.ts'
import type { Caller } from '../features/auth/index.ts'
import { giveHint, nameOfCustomer } from '../customer/agent-hint.ts'
import { lockVisible } from '../customer/visibility.repo.ts'
import { listWatchers, watching } from '../customer/watchers.repo.ts'

const REMINDERS_MAX = 20
const AT_ONCE = 100

type ReminderInput = { customerId: CustomerId; remindAt: string; note: string }

type ReminderRow = typeof customerReminder.$inferSelect

/** Each agent's own reminders to come back to a customer. */
export class ReminderService {
  private readonly db: Database
  private readonly clock: Clock

  constructor(deps: { db: Database; clock: Clock }) {
    this.db = deps.db
    this.clock = deps.clock
  }

  create(caller: Caller, { customerId, remindAt, note }: ReminderInput): Promise<Reminder> {
    return this.db.transaction(async (tx) => {
      const now = this.clock.now()
      const at = new Date(remindAt)
      // Held, so that two at once don't both take the last place.
      await lockVisible(tx.sql, caller, customerId)
      if (at <= now) throw new UserFacingError('refused', '提醒时间必须晚于现在')
      if ((await countWaiting(tx, caller, customerId)) >= REMINDERS_MAX)
        throw new UserFacingError('refused', `每位客户最多 ${REMINDERS_MAX} 个提醒`)
      const id = newId<ReminderId>(now)
      const { entId, agentId } = caller
      await tx.sql
        .insert(customerReminder)
        .values({ entId, id, customerId, agentId, remindAt: at, note, createdAt: now })
      return { id, remindAt: at.toISOString(), note }
    })
  }

  async remove({ entId, agentId }: Caller, id: ReminderId): Promise<true> {
    const removed = await this.db.sql
      .delete(customerReminder)
      .where(and(eq(customerReminder.entId, entId), eq(customerReminder.id, id), eq(customerReminder.agentId, agentId)))
      .returning({ id: customerReminder.id })
    if (removed.length === 0) throw new NotFoundError('提醒')
    return true
  }

  /** Tells what is due, each once whoever looks. True when there may be more. */
  run(): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const now = this.clock.now()
      const due = await takeDue(tx, now)
      for (const { reminder, of } of due) {
        const agents = await listWatchers(tx.sql, reminder.entId)
        const sees = watching(agents, of).some((each) => each.id === reminder.agentId)
        // Who may no longer see the customer is not told about them.
        const to = sees ? [reminder.agentId] : []
        giveHint(tx, of, { hintType: 'follow_up_due', text: wordsOf(reminder, of), level: 'info', to }, now)
      }
      return due.length === AT_ONCE
    })
  }
}

const wordsOf = ({ note }: ReminderRow, of: Parameters<typeof nameOfCustomer>[0]) =>
  `该跟进 ${nameOfCustomer(of)} 了${note ? `：${note}` : ''}`

async function countWaiting(tx: Transaction, { entId, agentId }: Caller, customerId: CustomerId): Promise<number> {
  const [row] = await tx.sql
    .select({ count: sql<number>`count(*)::int` })
    .from(customerReminder)
    .where(
      and(
        eq(customerReminder.entId, entId),
        eq(customerReminder.customerId, customerId),
        eq(customerReminder.agentId, agentId),
        isNull(customerReminder.firedAt),
      ),
    )
  return row?.count ?? 0
}

/** What another node is telling is left to it. */
async function takeDue(tx: Transaction, now: Date) {
  const due = await tx.sql
    .select({ reminder: customerReminder, of: customer })
    .from(customerReminder)
    .innerJoin(customer, and(eq(customer.entId, customerReminder.entId), eq(customer.id, customerReminder.customerId)))
    .where(and(isNull(customerReminder.firedAt), lte(customerReminder.remindAt, now)))
    .orderBy(asc(customerReminder.remindAt))
    .limit(AT_ONCE)
    .for('update', { of: customerReminder, skipLocked: true })
  for (const { reminder } of due) {
    await tx.sql
      .update(customerReminder)
      .set({ firedAt: now })
      .where(and(eq(customerReminder.entId, reminder.entId), eq(customerReminder.id, reminder.id)))
  }
  return due
}
