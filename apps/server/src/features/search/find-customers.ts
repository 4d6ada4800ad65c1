import { CustomerId, type FoundCustomer } from '@ruwu/contract'
import { containsWord, maskContacts } from '@ruwu/domain'
import { maskFor } from '../../customer/customer.view.ts'
import { type CursorPage, readCursor } from '../../platform/http/cursor.ts'
import type { Queryable } from '../../db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import {
  type CustomerArea,
  type CustomerHit,
  findByContact,
  findByName,
  type Position,
} from './customer-search.repo.ts'

type CustomerQuery = CursorPage & Pick<CustomerArea, 'relationIds' | 'agentId'> & { keyword: string }

/** Customers whose name, remark or contact contains the keyword, latest message first, each once. */
export async function findCustomers(
  db: Queryable,
  caller: Caller,
  { keyword, relationIds, agentId, cursor, limit }: CustomerQuery,
): Promise<{ customers: FoundCustomer[]; nextCursor: string | null }> {
  const area = { relationIds, agentId, below: readPosition(cursor), limit: limit + 1 }
  const named = await findByName(db, caller, keyword, area)
  const reached = await findByContact(db, caller, keyword, area)
  const names = new Set(named.map((each) => each.customerId))
  const found = [...named, ...reached.filter((each) => !names.has(each.customerId))].toSorted(byLatest)
  const page = found.slice(0, limit)
  const end = page.at(-1)
  return {
    customers: page.flatMap((each) => shownTo(caller, each, keyword) ?? []),
    nextCursor: end && found.length > limit ? `${end.lastMessageAt.getTime()}-${end.customerId}` : null,
  }
}

const toFound = ({ customerId, name, remark, avatar, source, hit }: CustomerHit): FoundCustomer => ({
  customerId,
  name,
  remark,
  avatar,
  source,
  hit,
})

/** Undefined when the keyword only matches a contact that is masked for the caller. */
function shownTo(caller: Caller, found: CustomerHit, keyword: string): FoundCustomer | undefined {
  const mask = maskFor(caller)
  if (mask === null) return toFound(found)
  const shown = { name: maskContacts(found.name, mask), remark: maskContacts(found.remark, mask) }
  // Leads are looked up only by the kind of contact that the caller sees.
  const isThere =
    found.hit === 'phone' ||
    found.hit === 'wechat' ||
    containsWord(shown[found.hit === 'remark' ? 'remark' : 'name'], keyword)
  return isThere ? toFound({ ...found, ...shown }) : undefined
}

const POSITION_CURSOR = /^\d{1,15}-[0-9a-f]{32}$/

function readPosition(cursor: CursorPage['cursor']): Position | undefined {
  const [at, id] = readCursor(cursor, POSITION_CURSOR)?.split('-') ?? []
  return at === undefined ? undefined : { lastMessageAt: new Date(Number(at)), id: CustomerId.parse(id) }
}

const byLatest = (one: CustomerHit, other: CustomerHit) =>
  other.lastMessageAt.getTime() - one.lastMessageAt.getTime() || (one.customerId < other.customerId ? 1 : -1)
