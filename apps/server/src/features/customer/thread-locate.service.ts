import type { CustomerId, CustomerItem, CustomerMessage, MessageId } from '@ruwu/contract'
import { and, asc, desc, eq, gt, lte } from 'drizzle-orm'
import type { Database, Queryable } from '../../db/database.ts'
import { customerMessage } from '../../db/schema/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { FieldError, NotFoundError } from '../../platform/http/errors.ts'
import type { Caller } from '../auth/index.ts'
import type { Desk } from './desk.ts'
import { readItem } from './item.ts'
import { maskMessage } from './message.view.ts'
import { locateCase } from './reception/located.ts'
import { selectMessages, toMessage } from './thread.repo.ts'
import { lockVisible } from './visible.ts'

/** Messages shown on either side of the one looked for. */
export const AROUND = 25

export type Place = { customerId: CustomerId; messageId?: MessageId | undefined; seq?: number | undefined }

export type Located = {
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
      const before = await readSide(tx.sql, caller, place.customerId, seq, 'before')
      const after = await readSide(tx.sql, caller, place.customerId, seq, 'after')
      const shown = caller.permissions.has('customer:viewSensitive') ? toMessage : masked
      return {
        items: [...before.rows.toReversed(), ...after.rows].map(shown),
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

/** The message itself belongs to what comes before. */
async function readSide(
  db: Queryable,
  { entId }: Caller,
  customerId: CustomerId,
  seq: number,
  side: 'before' | 'after',
) {
  const limit = side === 'before' ? AROUND + 1 : AROUND
  const rows = await selectMessages(db)
    .where(
      and(
        eq(customerMessage.entId, entId),
        eq(customerMessage.customerId, customerId),
        side === 'before' ? lte(customerMessage.seq, seq) : gt(customerMessage.seq, seq),
      ),
    )
    .orderBy(side === 'before' ? desc(customerMessage.seq) : asc(customerMessage.seq))
    .limit(limit + 1)
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit }
}
