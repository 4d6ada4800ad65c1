import type { CustomerId, CustomerItem, TagId } from '@ruwu/contract'
import { bindTags, hasTooManyTags, TAG_TEXTS, type TagChange, unbindTags } from '@ruwu/domain'
import type { Database, Transaction } from '../../db/database.ts'
import { isForeignKeyViolation, isUniqueViolation, retryDeadlock } from '../../db/violations.ts'
import type { Clock } from '../../platform/clock.ts'
import { NotFoundError, UserFacingError } from '../../platform/http/errors.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { listTags, type TagRow } from './tag.repo.ts'
import { toTag } from './tag.view.ts'
import type { CustomerWriter } from '../../customer/customer-writer.ts'
import { readItem } from '../../customer/customer-item.repo.ts'
import { getAgentName } from '../../customer/customer-names.repo.ts'
import { appendTagLine, changeTags } from '../../customer/customer-tags.ts'
import { lockVisible } from '../../customer/visibility.repo.ts'

type TagBook = ReadonlyMap<TagId, TagRow>

/** Binds and unbinds customer tags. */
export class CustomerTagService {
  private readonly db: Database
  private readonly writer: CustomerWriter
  private readonly clock: Clock

  constructor(deps: { db: Database; writer: CustomerWriter; clock: Clock }) {
    this.db = deps.db
    this.writer = deps.writer
    this.clock = deps.clock
  }

  async bind(caller: Caller, customerId: CustomerId, tagIds: readonly TagId[]): Promise<CustomerItem> {
    try {
      return await retryDeadlock(
        () => this.db.transaction((tx) => this.bindIn(tx, caller, customerId, tagIds)),
        // The group became single-choice after the tags were read.
        (error) => isUniqueViolation(error, 'customer_tag_single'),
      )
    } catch (error) {
      // Deleted or merged after the tags were read.
      throw isForeignKeyViolation(error, 'customer_tag_tag_fk') ? new NotFoundError('标签') : error
    }
  }

  /** In the caller's transaction, which may have created the tag. */
  bindIn(tx: Transaction, caller: Caller, customerId: CustomerId, tagIds: readonly TagId[]): Promise<CustomerItem> {
    return this.change(tx, caller, customerId, tagIds, (held, book) => {
      const tagOf = (id: TagId) => {
        const row = book.get(id)
        return row && toTag(row)
      }
      const tagChange = bindTags(held, tagIds, tagOf)
      if (tagChange.bound.length > 0 && hasTooManyTags(tagChange.tagIds, tagOf))
        throw new UserFacingError('refused', TAG_TEXTS.tooManyOnCustomer)
      return tagChange
    })
  }

  unbind(caller: Caller, customerId: CustomerId, tagIds: readonly TagId[]): Promise<CustomerItem> {
    return this.db.transaction((tx) => this.change(tx, caller, customerId, tagIds, (held) => unbindTags(held, tagIds)))
  }

  private async change(
    tx: Transaction,
    caller: Caller,
    customerId: CustomerId,
    tagIds: readonly TagId[],
    decide: (held: readonly TagId[], book: TagBook) => TagChange,
  ): Promise<CustomerItem> {
    const now = this.clock.now()
    const change = await lockVisible(tx.sql, caller, customerId)
    const book: TagBook = new Map((await listTags(tx.sql, caller.entId)).map((row) => [row.id, row]))
    for (const id of tagIds) {
      const row = book.get(id)
      if (!row) throw new NotFoundError('标签')
      if (row.kind === 'system') throw new UserFacingError('refused', TAG_TEXTS.systemTag)
    }
    const tagChange = decide(change.customer.tagIds, book)
    if (changeTags(change, tagChange, caller.agentId, now)) {
      const names = (ids: readonly TagId[]) => ids.flatMap((id) => book.get(id)?.name ?? [])
      const who = await getAgentName(tx.sql, caller.entId, caller.agentId)
      appendTagLine(change, { who, bound: names(tagChange.bound), unbound: names(tagChange.unbound) }, now)
      await this.writer.commit(tx, [change], now)
    }
    return readItem(tx.sql, caller, customerId)
  }
}
