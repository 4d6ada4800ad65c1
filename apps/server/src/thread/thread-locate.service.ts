import type { CustomerId, CustomerItem, CustomerMessage, MessageId } from '@ruwu/contract'
import { and, eq } from 'drizzle-orm'
import type { Database, Queryable } from '../db/database.ts'
import { customerMessage } from '../db/schema/index.ts'
import type { Clock } from '../platform/clock.ts'
import { FieldError, NotFoundError } from '../platform/http/errors.ts'
import type { Caller } from '../features/auth/index.ts'
import type { Desk } from '../customer/customer-writer.ts'
import { readItem } from '../customer/customer-item.repo.ts'
import { maskMessage } from '../customer/message.view.ts'
import { locateCase } from '../reception/located.ts'
import { readStretch, toMessage } from './thread.repo.ts'
import { lockVisible } from '../customer/visibility.repo.ts'

/** Messages shown on either side of the one looked for. */
const AROUND = 25

type Place = { customerId: CustomerId; messageId?: MessageId | undefined; seq?: number | undefined }

type Located = {
  items: CustomerMessage[]
  hasMoreBefore: boolean
  hasMoreAfter: boolean
  seq: number
  customer: CustomerItem
}

/** Opens a thread at one of its messages. */
export class ThreadLocateService {
  private readonly db: Database
  private readonly desk: Desk
  private readonly clock: Clock

  constructor(deps: { db: Database; desk: Desk; clock: Clock }) {
    this.db = deps.db
    this.desk = deps.desk
    this.clock = deps.clock
  }

  locate(caller: Caller, place: Place): Promise<Located> {
    return this.db.transaction(async (tx) => {
      const now = this.clock.now()
      const of = await lockVisible(tx.sql, caller, place.customerId)
      const seq = await seqOf(tx.sql, caller, place)
      if (await locateCase(tx.sql, of, caller.agentId, now)) await this.desk.save(tx, [of], now)
      const thread = { entId: caller.entId, customerId: place.customerId }
      // The message itself belongs to what comes before.
      const before = await readStretch(tx.sql, thread, { before: seq + 1 }, { limit: AROUND + 1, isForward: false })
      const after = await readStretch(tx.sql, thread, { after: seq }, { limit: AROUND, isForward: true })
      const shown = caller.permissions.has('customer:viewSensitive') ? toMessage : masked
      return {
        items: [...before.rows, ...after.rows].map(shown),
        hasMoreBefore: before.hasMore,
        hasMoreAfter: after.hasMore,
        seq,
        customer: await readItem(tx.sql, caller, place.customerId),
      }
    })
  }
}

const masked = (row: Parameters<typeof toMessage>[0]) => maskMessage(toMessage(row))

async function seqOf(db: Queryable, { entId }: Caller, { customerId, messageId, seq }: Place): Promise<number> {
  if (messageId === undefined && seq === undefined) throw new FieldError({ messageId: '请指定消息' })
  const [row] = await db
    .select({ seq: customerMessage.seq })
    .from(customerMessage)
    .where(
      and(
        eq(customerMessage.entId, entId),
        eq(customerMessage.customerId, customerId),
        messageId === undefined ? eq(customerMessage.seq, seq ?? 0) : eq(customerMessage.id, messageId),
      ),
    )
  if (!row) throw new NotFoundError('消息')
  return row.seq
}
