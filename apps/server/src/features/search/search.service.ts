import type { AgentId, FoundCustomer, FoundMessage, FoundReply, Instant, RelationId, SearchType } from '@ruwu/contract'
import { replyRank } from '@ruwu/domain'
import { type CursorPage, NUMBER_CURSOR, readCursor } from '../../platform/http/cursor.ts'
import type { Database } from '../../db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { listFamily } from '../channel/index.ts'
import type { QuickReplyService } from '../quick-reply/index.ts'
import { findCustomers } from './find-customers.ts'
import { findMessages } from './find-messages.ts'

type SearchInput = CursorPage & {
  keyword: string
  types: readonly SearchType[]
  subSourceId?: RelationId | undefined
  agentId?: AgentId | undefined
  from?: Instant | undefined
  to?: Instant | undefined
  messageType?: string | undefined
}

type Found = {
  customers: FoundCustomer[]
  messages: FoundMessage[]
  replies: FoundReply[]
  nextCursor: string | null
}

const NO_CUSTOMERS = { customers: [], nextCursor: null }
const NO_MESSAGES = { messages: [], nextCursor: null }
const NO_REPLIES = { replies: [], nextCursor: null }

/** Global search over customers, messages and quick replies the caller may read. */
export class SearchService {
  private readonly db: Database
  private readonly replies: QuickReplyService

  constructor(deps: { db: Database; replies: QuickReplyService }) {
    this.db = deps.db
    this.replies = deps.replies
  }

  async global(caller: Caller, input: SearchInput): Promise<Found> {
    const { types, subSourceId, cursor } = input
    const relationIds = subSourceId && (await this.family(caller, subSourceId))
    // The cursor belongs to the single requested type; when several are requested, to messages.
    const paged = types.length > 1 ? 'message' : types[0]
    const mayRead = (type: SearchType) => type === 'reply' || caller.permissions.has('im:viewPage')
    const wants = (type: SearchType) => types.includes(type) && mayRead(type) && (!cursor || type === paged)
    const [customers, messages, replies] = await Promise.all([
      wants('customer') ? this.customers(caller, input, relationIds) : NO_CUSTOMERS,
      wants('message') ? this.messages(caller, input, relationIds) : NO_MESSAGES,
      wants('reply') ? this.findReplies(caller, input) : NO_REPLIES,
    ])
    const nextCursor = paged ? { customer: customers, message: messages, reply: replies }[paged].nextCursor : null
    return { ...customers, ...messages, ...replies, nextCursor }
  }

  /** The account and its sub-accounts; empty for an unknown one. */
  private async family({ entId }: Caller, id: RelationId): Promise<RelationId[]> {
    return (await listFamily(this.db.sql, { entId, id })).map((row) => row.id)
  }

  private customers(caller: Caller, input: SearchInput, relationIds: readonly RelationId[] | undefined) {
    return findCustomers(this.db.sql, caller, { ...input, relationIds })
  }

  private messages(caller: Caller, input: SearchInput, relationIds: RelationId[] | undefined) {
    const { keyword, agentId, messageType, from, to, limit } = input
    const below = Number(readCursor(input.cursor, NUMBER_CURSOR) ?? Number.MAX_SAFE_INTEGER)
    const area = { relationIds, agentId, type: messageType, from: dateOf(from), to: dateOf(to) }
    return findMessages(this.db.sql, caller, { keyword, area, below, limit })
  }

  private async findReplies(caller: Caller, { keyword, cursor, limit }: SearchInput) {
    const start = Number(readCursor(cursor, NUMBER_CURSOR) ?? 0)
    const { entGroups, agentGroups } = await this.replies.groupReplies(caller)
    const found = [...agentGroups, ...entGroups]
      .flatMap((group) => group.replies)
      .flatMap((reply) => {
        const rank = replyRank(reply, keyword)
        return rank === undefined ? [] : [{ rank, reply }]
      })
      .toSorted((one, other) => one.rank - other.rank)
    const end = start + limit
    return {
      replies: found
        .slice(start, end)
        .map(({ reply: { id, groupId, title, content } }) => ({ id, groupId, title, content })),
      nextCursor: found.length > end ? String(end) : null,
    }
  }
}

const dateOf = (at: Instant | undefined) => (at === undefined ? undefined : new Date(at))
