import type { CustomerId, Reminder, ReminderId } from '@ruwu/contract'
import type { Database } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import { NotFoundError, UserFacingError } from '../platform/http/errors.ts'
import { newId } from '../platform/ids.ts'
import type { Caller } from '../platform/http/caller.ts'
import { emitHint, maskedCustomerName } from '../customer/agent-hint.ts'
import { lockVisible } from '../customer/visibility.repo.ts'
import { listWatchers, watchersFor } from '../customer/watchers.repo.ts'
import { countPending, deleteReminder, insertReminder, type ReminderRow, takeDue } from './reminder.repo.ts'

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
      if (at <= now) throw new UserFacingError('refused', '提醒时间必须晚于现在')
      if ((await countPending(tx, caller, customerId)) >= REMINDERS_MAX)
        throw new UserFacingError('refused', `每位客户最多 ${REMINDERS_MAX} 个提醒`)
      const id = newId<ReminderId>(now)
      const { entId, agentId } = caller
      await insertReminder(tx.sql, { entId, id, customerId, agentId, remindAt: at, note, createdAt: now })
      return { id, remindAt: at.toISOString(), note }
    })
  }

  async remove(caller: Caller, id: ReminderId): Promise<true> {
    if (!(await deleteReminder(this.db.sql, caller, id))) throw new NotFoundError('提醒')
    return true
  }

  /** Emits due reminders, each once over all nodes. True when there may be more. */
  run(): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const now = this.clock.now()
      const due = await takeDue(tx, now, AT_ONCE)
      for (const { reminder, customerRow } of due) {
        const agents = await listWatchers(tx.sql, reminder.entId)
        const sees = watchersFor(agents, customerRow).some((each) => each.id === reminder.agentId)
        // An agent who may no longer see the customer gets no hint.
        const to = sees ? [reminder.agentId] : []
        emitHint(
          tx,
          customerRow,
          { hintType: 'follow_up_due', text: reminderText(reminder, customerRow), level: 'info', to },
          now,
        )
      }
      return due.length === AT_ONCE
    })
  }
}

const reminderText = ({ note }: ReminderRow, customerRow: Parameters<typeof maskedCustomerName>[0]) =>
  `该跟进 ${maskedCustomerName(customerRow)} 了${note ? `：${note}` : ''}`
