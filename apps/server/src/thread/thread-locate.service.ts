import type { AgentId, CustomerId, CustomerItem, CustomerMessage, MessageId } from '@ruwu/contract'
import type { Database, Queryable } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import { FieldError, NotFoundError } from '../platform/http/errors.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { CustomerWriter } from '../customer/customer-writer.ts'
import { readItem } from '../customer/customer-item.repo.ts'
import type { CustomerChange } from '../customer/customer-change.ts'
import { changeCustomerReception } from '../customer/reception-change.ts'
import { getAccountReception } from '../customer/account-reception.repo.ts'
import { findMessageSeq } from '../customer/customer-message.repo.ts'
import { readStretch } from './thread.repo.ts'
import { readThreadPage } from './thread-page.ts'
import { lockVisible } from '../customer/visibility.repo.ts'

/** Messages on either side of the located one. */
const AROUND = 25

type Place = { customerId: CustomerId; messageId?: MessageId | undefined; seq?: number | undefined }

type Located = {
  items: CustomerMessage[]
  quotes?: CustomerMessage[]
  hasMoreBefore: boolean
  hasMoreAfter: boolean
  seq: number
  customer: CustomerItem
}

/** Opens a thread at one of its messages. */
export class ThreadLocateService {
  private readonly db: Database
  private readonly writer: CustomerWriter
  private readonly clock: Clock

  constructor(deps: { db: Database; writer: CustomerWriter; clock: Clock }) {
    this.db = deps.db
    this.writer = deps.writer
    this.clock = deps.clock
  }

  locate(caller: Caller, place: Place): Promise<Located> {
    return this.db.transaction(async (tx) => {
      const now = this.clock.now()
      const change = await lockVisible(tx.sql, caller, place.customerId)
      const seq = await seqOf(tx.sql, caller, place)
      if (await returnToAiOnLocate(tx.sql, change, caller.agentId, now)) await this.writer.commit(tx, [change], now)
      const thread = { entId: caller.entId, customerId: place.customerId }
      // The located message is the last of the first half.
      const before = await readStretch(tx.sql, thread, { before: seq + 1 }, { limit: AROUND + 1, isForward: false })
      const after = await readStretch(tx.sql, thread, { after: seq }, { limit: AROUND, isForward: true })
      return {
        ...(await readThreadPage(tx.sql, caller, thread, [...before.rows, ...after.rows])),
        hasMoreBefore: before.hasMore,
        hasMoreAfter: after.hasMore,
        seq,
        customer: await readItem(tx.sql, caller, place.customerId),
      }
    })
  }
}

async function seqOf(db: Queryable, { entId }: Caller, { customerId, messageId, seq }: Place): Promise<number> {
  if (messageId === undefined && seq === undefined) throw new FieldError({ messageId: '请指定消息' })
  const found = await findMessageSeq(
    db,
    { entId, customerId },
    messageId === undefined ? { seq: seq ?? 0 } : { id: messageId },
  )
  if (found === undefined) throw new NotFoundError('消息')
  return found
}

/**
 * An agent opens the customer at a message: a customer in manual reception because of the account's switch or the plan
 * returns to the AI, if that reason no longer applies. The customer must be locked. True: the change must be committed.
 */
async function returnToAiOnLocate(
  db: Queryable,
  change: CustomerChange,
  operatorId: AgentId,
  now: Date,
): Promise<boolean> {
  const { entId, relationId } = change.customer
  const { situation } = await getAccountReception(db, entId, relationId, now)
  return changeCustomerReception(change, { kind: 'locate', situation, operatorId }, now).hasChanged
}
