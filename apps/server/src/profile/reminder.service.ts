import type { CustomerId, EntId, Reminder, ReminderId } from '@ruwu/contract'
import type { Database, Transaction } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import { NotFoundError, UserFacingError } from '../platform/http/errors.ts'
import { newId } from '../platform/ids.ts'
import type { Caller } from '../platform/http/caller.ts'
import { deleteNotices } from '../customer/notice.repo.ts'
import { addNotice, maskedCustomerName, noticesChanged, notifyAgents } from '../customer/notify-agents.ts'
import { lockVisible } from '../customer/visibility.repo.ts'
import { listWatchers, type Watcher, watchersFor } from '../customer/watchers.repo.ts'
import {
  countReminders,
  deleteReminder,
  insertReminder,
  moveReminder,
  type ReminderRow,
  takeDue,
} from './reminder.repo.ts'

const REMINDERS_MAX = 20
const AT_ONCE = 100

type ReminderInput = { customerId: CustomerId; remindAt: string; note: string }

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
      // Row lock: two concurrent creates must not both pass the limit.
      await lockVisible(tx.sql, caller, customerId)
      refusePast(at, now)
      if ((await countReminders(tx, caller, customerId)) >= REMINDERS_MAX)
        throw new UserFacingError('refused', `每位客户最多 ${REMINDERS_MAX} 个提醒`)
      const id = newId<ReminderId>(now)
      const { entId, agentId } = caller
      await insertReminder(tx.sql, { entId, id, customerId, agentId, remindAt: at, note, createdAt: now })
      return { id, remindAt: at.toISOString(), note }
    })
  }

  /** Taken back, or done. */
  remove(caller: Caller, id: ReminderId): Promise<true> {
    return this.db.transaction(async (tx) => {
      const customerId = await deleteReminder(tx.sql, caller, id)
      if (!customerId) throw new NotFoundError('提醒')
      await endNotice(tx, caller, { id, customerId }, this.clock.now())
      return true as const
    })
  }

  /** Emits due reminders, each once over all nodes. True when there may be more. */
  run(): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const now = this.clock.now()
      const due = await takeDue(tx, now, AT_ONCE)
      const watchers = new Map<EntId, Watcher[]>()
      for (const { reminder, customerRow } of due) {
        const { entId, id: subjectId, agentId, note } = reminder
        const agents = watchers.get(entId) ?? (await listWatchers(tx.sql, entId))
        watchers.set(entId, agents)
        const sees = watchersFor(agents, customerRow).some((each) => each.id === agentId)
        const cause = `${subjectId}:${reminder.remindAt.getTime()}`
        const notice = { to: [agentId], cause, subjectId }
        const hint = { text: reminderText(reminder, customerRow), detail: note, level: 'info' } as const
        // An agent who may not see the customer now is told nothing, and finds the reminder when the customer is back.
        if (sees) await notifyAgents(tx, customerRow, { hintType: 'reminder_due', ...hint, ...notice }, now)
        else await addNotice(tx, customerRow, { kind: 'reminder_due', text: note, ...notice }, now)
      }
      return due.length === AT_ONCE
    })
  }
}

/** A due reminder asks again at another time. */
export async function postponeReminder(
  tx: Transaction,
  caller: Caller,
  to: { id: ReminderId; remindAt: Date },
  now: Date,
): Promise<void> {
  refusePast(to.remindAt, now)
  const customerId = await moveReminder(tx.sql, caller, to)
  if (!customerId) throw new NotFoundError('提醒')
  await endNotice(tx, caller, { id: to.id, customerId }, now)
}

async function endNotice(
  tx: Transaction,
  { entId, agentId }: Caller,
  { id: subjectId, customerId }: { id: ReminderId; customerId: CustomerId },
  now: Date,
): Promise<void> {
  await deleteNotices(tx.sql, { entId, kind: 'reminder_due', subjectId })
  noticesChanged(tx, { entId, customerId }, [agentId], now)
}

function refusePast(at: Date, now: Date): void {
  if (at <= now) throw new UserFacingError('refused', '提醒时间必须晚于现在')
}

const reminderText = ({ note }: ReminderRow, customerRow: Parameters<typeof maskedCustomerName>[0]) =>
  `该跟进 ${maskedCustomerName(customerRow)} 了${note ? `：${note}` : ''}`
