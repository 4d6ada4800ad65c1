import type { CustomerId, Instant, MessageId } from '@ruwu/contract'
import { containsWord, plainText } from '@ruwu/domain'
import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { message, messageSearch } from '../../db/schema/index.ts'
import type { Caller } from '../auth/index.ts'
import { getVisible, maskContent } from '../../customer/index.ts'
import { searchableText } from './searchable-text.ts'

export type ThreadSearch = {
  customerId: CustomerId
  keyword: string
  messageType?: string | undefined
  from?: Instant | undefined
  to?: Instant | undefined
}

/** What people look for in a thread; system lines and control messages are none of it. */
const SHOWN_TYPES = ['text', 'image', 'voice', 'video', 'file', 'link', 'note']

/** Looks for a word, or for a kind of message, in one thread. */
export class ThreadSearchService {
  private readonly db: Database

  constructor(deps: { db: Database }) {
    this.db = deps.db
  }

  /** Newest first. */
  async find(caller: Caller, { customerId, keyword, messageType, from, to }: ThreadSearch) {
    await getVisible(this.db.sql, caller, customerId)
    const isAsked = keyword !== '' || messageType !== undefined || from !== undefined || to !== undefined
    if (!isAsked) return { hits: [] }
    const types = messageType === undefined ? SHOWN_TYPES : [messageType]
    const rows = await this.db.sql
      .select({ id: message.id, seq: message.seq, content: message.content })
      .from(message)
      .where(
        and(
          eq(message.entId, caller.entId),
          eq(message.topicId, customerId),
          eq(message.isRecalled, false),
          sql`${message.content} ->> 'type' = any(${sql.param(types)}::text[])`,
          sql`${message.content} #>> '{extra,removed}' is null`,
          from === undefined ? undefined : gte(message.createdAt, new Date(from)),
          to === undefined ? undefined : lt(message.createdAt, new Date(to)),
          keyword === '' ? undefined : standsIn(caller, customerId, keyword),
        ),
      )
      .orderBy(desc(message.seq))
    const seesAll = caller.permissions.has('customer:viewSensitive')
    return {
      hits: rows
        .filter(
          ({ content }) =>
            keyword === '' || containsWord(searchableText(seesAll ? content : maskContent(content)), keyword),
        )
        .map(({ id, seq }) => ({ id: id as MessageId, seq })),
    }
  }
}

/** By the words that were indexed. */
const standsIn = ({ entId }: Caller, customerId: CustomerId, keyword: string): SQL =>
  sql`${message.seq} in (select s.seq from ${messageSearch} s
    where s.ent_id = ${entId} and s.customer_id = ${customerId} and strpos(s.words, ${plainText(keyword)}) > 0)`
