import type {
  AgentId,
  EntId,
  FoundCustomer,
  FoundMessage,
  FoundReply,
  Instant,
  RelationId,
  SearchType,
} from '@ruwu/contract'
import { replyRank } from '@ruwu/domain'
import { and, eq, or, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../../db/database.ts'
import { channelAccount, customer } from '../../db/schema/index.ts'
import type { Caller } from '../auth/index.ts'
import { type CursorPage, NUMBER_CURSOR, readCursor } from '../customer/index.ts'
import type { QuickReplyService } from '../quick-reply/index.ts'
import { findByContact, findByName } from './customer-search.repo.ts'
import { findMessages } from './message-finder.ts'

export type SearchInput = CursorPage & {
  keyword: string
  types: readonly SearchType[]
  subSourceId?: RelationId | undefined
  agentId?: AgentId | undefined
  from?: Instant | undefined
  to?: Instant | undefined
  messageType?: string | undefined
}

export type Found = {
  customers: FoundCustomer[]
  messages: FoundMessage[]
  replies: FoundReply[]
  nextCursor: string | null
}

/** What is not paged is shown up to here. */
const SHORT_LIST = 20

/** One word, looked for in everything the caller may read. */
export class SearchService {
  private readonly db: Database
  private readonly replies: QuickReplyService

  constructor(deps: { db: Database; replies: QuickReplyService }) {
    this.db = deps.db
    this.replies = deps.replies
  }

  async global(caller: Caller, input: SearchInput): Promise<Found> {
    const { keyword, types, subSourceId, limit } = input
    const cursor = readCursor(input.cursor, NUMBER_CURSOR)
    const relationIds = subSourceId && (await listFamily(this.db.sql, caller.entId, subSourceId))
    const isFirstPage = cursor === undefined
    const wants = (type: SearchType) => types.includes(type)
    const [customers, page, replies] = await Promise.all([
      isFirstPage && wants('customer') ? this.customers(caller, keyword, { relationIds, agentId: input.agentId }) : [],
      wants('message')
        ? findMessages(this.db.sql, caller, {
            keyword,
            area: {
              relationIds,
              agentId: input.agentId,
              type: input.messageType,
              from: dateOf(input.from),
              to: dateOf(input.to),
            },
            below: cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor),
            limit,
          })
        : { messages: [], nextCursor: null },
      isFirstPage && wants('reply') ? this.findReplies(caller, keyword) : [],
    ])
    return { customers, replies, ...page }
  }

  private async customers(
    caller: Caller,
    keyword: string,
    { relationIds, agentId }: { relationIds: readonly RelationId[] | undefined; agentId: AgentId | undefined },
  ): Promise<FoundCustomer[]> {
    const where = and(
      relationIds && sql`${customer.relationId} = any(${sql.param([...relationIds])}::uuid[])`,
      agentId && eq(customer.agentId, agentId),
    )
    const area = { where, limit: SHORT_LIST }
    const found = [
      ...(await findByName(this.db.sql, caller, keyword, area)),
      ...(await findByContact(this.db.sql, caller, keyword, area)),
    ]
    const firstOf = new Map(found.toReversed().map((each) => [each.customerId, each]))
    return found.filter((each) => firstOf.get(each.customerId) === each).slice(0, SHORT_LIST)
  }

  private async findReplies(caller: Caller, keyword: string): Promise<FoundReply[]> {
    const { entGroups, agentGroups } = await this.replies.groupReplies(caller)
    return [...agentGroups, ...entGroups]
      .flatMap((group) => group.replies)
      .flatMap((reply) => {
        const rank = replyRank(reply, keyword)
        return rank === undefined ? [] : [{ rank, reply }]
      })
      .toSorted((one, other) => one.rank - other.rank)
      .slice(0, SHORT_LIST)
      .map(({ reply: { id, groupId, title, content } }) => ({ id, groupId, title, content }))
  }
}

const dateOf = (at: Instant | undefined) => (at === undefined ? undefined : new Date(at))

/** An account and its sub-accounts; nothing for one that is not the enterprise's. */
async function listFamily(db: Queryable, entId: EntId, id: RelationId): Promise<RelationId[]> {
  const rows = await db
    .select({ id: channelAccount.id })
    .from(channelAccount)
    .where(and(eq(channelAccount.entId, entId), or(eq(channelAccount.id, id), eq(channelAccount.parentId, id))))
  return rows.map((row) => row.id)
}
