import type { AgentId, FoundMessage } from '@ruwu/contract'
import { containsWord, plainText, queryGrams, snippet } from '@ruwu/domain'
import { isVisible, visibleTo } from '../../customer/visibility.repo.ts'
import { maskContent } from '../../customer/message.view.ts'
import { maskFor, nameFor } from '../../customer/customer.view.ts'
import type { Queryable } from '../../db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import {
  findInBlocks,
  findInThreads,
  type Hit,
  type HitRow,
  listFewCustomers,
  type MessageQuery,
  readHits,
} from './message-search.repo.ts'
import { searchableText } from './searchable-text.ts'

type MessageArea = Pick<MessageQuery, 'relationIds' | 'type' | 'from' | 'to'> & {
  /** Only customers owned by this agent. */
  agentId?: AgentId | undefined
}

type FoundPage = { messages: FoundMessage[]; nextCursor: string | null }

export type SearchLimits = {
  /** Up to this many visible customers their threads are searched instead of the index, */
  customers: number
  /** if they hold at most this many messages. */
  messages: number
  /** Scan limit of one page: it may end not full, with a cursor to continue. */
  maxScanned: number
}

const LIMITS: SearchLimits = { customers: 400, messages: 20_000, maxScanned: 20_000 }
/** The first batch is this many times the page size, because hidden hits are filtered out afterwards. */
const FIRST_BATCH_FACTOR = 3

/** Messages containing the keyword, newest first, limited to those the caller may read. */
export async function findMessages(
  db: Queryable,
  caller: Caller,
  { keyword, area, below, limit }: { keyword: string; area: MessageArea; below: number; limit: number },
  limits = LIMITS,
): Promise<FoundPage> {
  const { relationIds, type, from, to } = area
  const query: MessageQuery = {
    entId: caller.entId,
    keyword: plainText(keyword),
    grams: queryGrams(keyword),
    relationIds,
    type,
    from,
    to,
  }
  const find = await chooseStrategy(db, caller, query, area, limits)
  const found: FoundMessage[] = []
  let last = below
  for (let scanned = 0, size = limit * FIRST_BATCH_FACTOR; scanned < limits.maxScanned; size *= 2) {
    const hits = await find({ below: last, limit: size })
    for (const row of await readHits(db, caller, hits)) {
      if (found.length === limit) return { messages: found, nextCursor: String(last) }
      last = row.no
      const isAsked = area.agentId === undefined || row.agentId === area.agentId
      const view = isAsked ? toFound(caller, row, keyword) : undefined
      if (view) found.push(view)
    }
    if (hits.length < size) return { messages: found, nextCursor: null }
    last = hits.at(-1)?.no ?? last
    scanned += hits.length
  }
  return { messages: found, nextCursor: String(last) }
}

type Find = (page: { below: number; limit: number }) => Promise<Hit[]>

/** Few visible customers: search their threads. Otherwise use the index and filter by visibility afterwards. */
async function chooseStrategy(
  db: Queryable,
  caller: Caller,
  query: MessageQuery,
  area: MessageArea,
  limits: SearchLimits,
): Promise<Find> {
  const isNarrow = area.agentId !== undefined || visibleTo(caller) !== undefined || area.relationIds !== undefined
  const few = isNarrow ? await listFewCustomers(db, caller, area, limits.customers) : undefined
  return few && few.messages <= limits.messages
    ? (page) => findInThreads(db, query, few.ids, page)
    : (page) => findInBlocks(db, query, page)
}

/** Undefined when the hit is not visible to the caller, or the keyword is in a masked, changed or recalled text. */
function toFound(caller: Caller, row: HitRow, keyword: string): FoundMessage | undefined {
  if (!isVisible(caller, row)) return undefined
  const content = maskContent(row.content, maskFor(caller))
  const text = searchableText(content)
  if (!containsWord(text, keyword)) return undefined
  return {
    messageId: row.messageId,
    customerId: row.customerId,
    name: nameFor(caller, { ...row, id: row.customerId }),
    avatar: row.avatar,
    source: row.source,
    snippet: snippet(text, keyword),
    createdAt: row.createdAt.toISOString(),
    seq: row.seq,
    isNote: content.type === 'note',
  }
}
