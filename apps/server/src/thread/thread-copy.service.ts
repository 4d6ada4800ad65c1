import type { MessageId } from '@ruwu/contract'
import { and, eq } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { customerMessage, message } from '../db/schema/index.ts'
import type { Clock } from '../platform/clock.ts'
import { NotFoundError } from '../platform/http/errors.ts'
import type { Caller } from '../features/auth/index.ts'
import { auditCopy } from './copy-audit.ts'
import { maskContent } from '../customer/message.view.ts'
import { sameMessage } from '../outbound/delivery-status.repo.ts'
import { findVisible } from '../customer/visibility.repo.ts'

/** What leaves a thread by the clipboard. */
export class ThreadCopyService {
  private readonly db: Database
  private readonly clock: Clock

  constructor(deps: { db: Database; clock: Clock }) {
    this.db = deps.db
    this.clock = deps.clock
  }

  /** Written down when there is a contact in it that the caller sees in clear. */
  async copied(caller: Caller, id: MessageId): Promise<true> {
    const { sql } = this.db
    const [found] = await sql
      .select({ customerId: customerMessage.customerId, content: message.content })
      .from(customerMessage)
      .innerJoin(message, sameMessage)
      .where(and(eq(customerMessage.entId, caller.entId), eq(customerMessage.id, id)))
    if (!found || !(await findVisible(sql, caller, found.customerId))) throw new NotFoundError('消息')
    const isClear = caller.permissions.has('customer:viewSensitive') && maskContent(found.content) !== found.content
    if (isClear) await auditCopy(sql, caller, { action: 'message.copy', object: id }, this.clock.now())
    return true
  }
}
