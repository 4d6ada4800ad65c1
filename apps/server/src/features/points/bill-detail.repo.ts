import type { KnowledgeId } from '@ruwu/contract'
import { and, eq, inArray } from 'drizzle-orm'
import { visibleTo } from '../../customer/visibility.repo.ts'
import type { Queryable } from '../../db/database.ts'
import { customer, knowledge } from '../../db/schema/index.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { BillRow } from './bill.repo.ts'

/** Bills as the caller may see them. All of the enterprise's are listed, as its balances are: details are left out instead. */
export const detailBills = async (db: Queryable, caller: Caller, rows: readonly BillRow[]): Promise<BillRow[]> =>
  hideUnseen(db, caller, await nameLearned(db, caller, rows))

const learnedOf = ({ key }: BillRow) => /^knowledge:([0-9a-f]{32}):/.exec(key)?.[1] as KnowledgeId | undefined

/** Bills of 知识学习 with what was learned, as it is called now and where the caller may see it: the ledger outlives it, and keeps no title. */
async function nameLearned(
  db: Queryable,
  { entId, permissions }: Caller,
  rows: readonly BillRow[],
): Promise<BillRow[]> {
  const ids = permissions.has('channelAccount:viewPage') ? rows.flatMap((row) => learnedOf(row) ?? []) : []
  const { id, title } = knowledge
  const isOne = and(eq(knowledge.entId, entId), inArray(id, ids))
  const found = ids.length > 0 ? await db.select({ id, title }).from(knowledge).where(isOne) : []
  const titles = new Map(found.map((each) => [each.id, each.title]))
  return rows.map((row) => {
    const learned = learnedOf(row)
    return learned ? { ...row, reason: titles.get(learned) ?? '' } : row
  })
}

/** Only conversations that the caller may open are named. */
async function hideUnseen(db: Queryable, caller: Caller, rows: BillRow[]): Promise<BillRow[]> {
  const isVisible = visibleTo(caller)
  const mayChat = caller.permissions.has('im:viewPage')
  if (mayChat && !isVisible) return rows
  const ids = mayChat ? [...new Set(rows.flatMap(({ customerId }) => customerId ?? []))] : []
  const isOne = and(eq(customer.entId, caller.entId), inArray(customer.id, ids), isVisible)
  const found = ids.length > 0 ? await db.select({ id: customer.id }).from(customer).where(isOne) : []
  const seen = new Set(found.map(({ id }) => id))
  return rows.map((row) =>
    row.customerId === null || seen.has(row.customerId) ? row : { ...row, customerId: null, messageId: null },
  )
}
