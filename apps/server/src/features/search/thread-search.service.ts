import { type CustomerId, type Instant, type MessageId, THREAD_HITS_MAX } from '@ruwu/contract'
import { containsWord } from '@ruwu/domain'
import { maskFor } from '../../customer/customer.view.ts'
import { getVisible } from '../../customer/visibility.repo.ts'
import { maskContent } from '../../customer/message.view.ts'
import type { Database } from '../../db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { findInThread } from './message-search.repo.ts'
import { searchableText } from './searchable-text.ts'

type ThreadSearch = {
  customerId: CustomerId
  keyword: string
  messageType?: string | undefined
  from?: Instant | undefined
  to?: Instant | undefined
}

/** System lines and control messages are not searched. */
const SHOWN_TYPES = ['text', 'image', 'voice', 'video', 'file', 'link', 'note']

/** Search by keyword, type or time within one thread. */
export class ThreadSearchService {
  private readonly db: Database

  constructor(deps: { db: Database }) {
    this.db = deps.db
  }

  /** The newest matches up to the limit, newest first. */
  async find(caller: Caller, { customerId, keyword, messageType, from, to }: ThreadSearch) {
    await getVisible(this.db.sql, caller, customerId)
    const isAsked = keyword !== '' || messageType !== undefined || from !== undefined || to !== undefined
    if (!isAsked) return { hits: [], hasMore: false }
    const types = messageType === undefined ? SHOWN_TYPES : [messageType]
    const filter = { types, keyword, from, to }
    const rows = await findInThread(this.db.sql, caller.entId, customerId, filter, THREAD_HITS_MAX + 1)
    const mask = maskFor(caller)
    return {
      hits: rows
        .slice(0, THREAD_HITS_MAX)
        .filter(({ content }) => content === null || containsWord(searchableText(maskContent(content, mask)), keyword))
        .map(({ id, seq }) => ({ id: id as MessageId, seq })),
      hasMore: rows.length > THREAD_HITS_MAX,
    }
  }
}
