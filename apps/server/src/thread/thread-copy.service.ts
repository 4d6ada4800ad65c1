import type { MessageId } from '@ruwu/contract'
import type { Database } from '../db/database.ts'
import { writeAudit } from '../platform/audit.repo.ts'
import type { Clock } from '../platform/clock.ts'
import { NotFoundError } from '../platform/http/errors.ts'
import type { Caller } from '../platform/http/caller.ts'
import { maskFor } from '../customer/customer.view.ts'
import { maskContent } from '../customer/message.view.ts'
import { findMessageById } from '../customer/customer-message.repo.ts'
import { findVisible } from '../customer/visibility.repo.ts'

/** Copies of messages to the clipboard. */
export class ThreadCopyService {
  private readonly db: Database
  private readonly clock: Clock

  constructor(deps: { db: Database; clock: Clock }) {
    this.db = deps.db
    this.clock = deps.clock
  }

  /** Audited when the message holds a contact that the caller sees unmasked. */
  async copied(caller: Caller, id: MessageId): Promise<true> {
    const { sql } = this.db
    const found = await findMessageById(sql, caller.entId, id)
    const customer = found && (await findVisible(sql, caller, found.customerId))
    if (!found || !customer) throw new NotFoundError('消息')
    const shown = maskContent(found.content, maskFor(caller))
    const isClear = maskContent(shown, 'contacts') !== shown
    if (isClear) {
      const entry = { action: 'message.copy', object: id, name: customer.name } as const
      await writeAudit(sql, caller, entry, this.clock.now())
    }
    return true
  }
}
