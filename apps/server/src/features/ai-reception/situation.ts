import type { CustomerId, EntId } from '@ruwu/contract'
import { formatDay, summarise, zonedTime } from '@ruwu/domain'
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { aiMemory, customer, enterprise, lead, session, turn } from '../../db/schema/index.ts'
import { findHostingAi, type HostingAi } from '../ai-agent/index.ts'
import { findAccount } from '../channel/index.ts'
import type { CustomerKey, CustomerRow, FindSendingAccount, SendingAccount } from '../../customer/index.ts'
import { type FieldRow, listFields } from '../customer-setting/index.ts'
import { contactTold } from '../lead/index.ts'
import { CONTACTS } from './collected-fields.ts'
import { type Kept, readMemory } from './memory.repo.ts'
import { readSaid, type Said } from './transcript.repo.ts'

/** Everything that is known when an answer is begun. */
export type Situation = {
  row: CustomerRow
  account: SendingAccount
  accountName: string
  ai: HostingAi
  kept: Kept
  /** Of each kind the newest that has not proved useless: a number is kept with the message it stands in, before the AI reads it. */
  contacts: Record<string, string>
  fields: FieldRow[]
  /** Since the last boundary, and what came before it. */
  said: Said[]
  before: Said[]
  timeZone: string
  /** Today, where the enterprise is. */
  day: string
}

/** Everything the customer told of what is to be collected, by the keys of the fields. */
export const collectedOf = (
  { contacts, kept }: Pick<Situation, 'contacts' | 'kept'>,
  { collected } = kept.memory,
): Record<string, string> => ({ ...collected, ...contacts })

/** Names of the enterprise's own fields, by their id. */
export const fieldNamesOf = ({ fields }: Pick<Situation, 'fields'>): Record<string, string> =>
  Object.fromEntries(fields.map(({ id, name }) => [id, name]))

export async function findCustomer(
  db: Queryable,
  { entId, customerId }: CustomerKey,
): Promise<CustomerRow | undefined> {
  const [row] = await db
    .select()
    .from(customer)
    .where(and(eq(customer.entId, entId), eq(customer.id, customerId)))
  return row
}

/** Undefined: the account has no AI, or is gone. */
export async function readSituation(
  db: Queryable,
  row: CustomerRow,
  { findAccount: findSending, now }: { findAccount: FindSendingAccount; now: Date },
): Promise<Situation | undefined> {
  const { entId, relationId } = row
  const account = await findSending(db, entId, relationId)
  const ai = await findHostingAi(db, entId, relationId)
  const named = await findAccount(db, entId, relationId)
  if (!account || !ai || !named) return undefined
  const timeZone = await timeZoneOf(db, entId)
  return {
    row,
    account,
    accountName: named.name,
    ai,
    ...(await readConversation(db, row)),
    timeZone,
    day: formatDay(zonedTime(now, timeZone)),
  }
}

type Conversation = Pick<Situation, 'kept' | 'contacts' | 'fields' | 'said' | 'before'>

async function readConversation(db: Queryable, row: CustomerRow): Promise<Conversation> {
  const { entId, id: customerId, sessionId } = row
  const kept = await readMemory(db, { entId, customerId }, sessionId)
  const contacts = await readContacts(db, entId, customerId)
  const from = await findBoundary(db, row)
  const said = await readSaid(db, entId, customerId, row.lastSeq)
  return {
    kept: withoutUseless(kept, contacts),
    contacts: contacts.known,
    fields: await listFields(db, entId),
    said: said.filter(({ seq }) => seq >= from),
    before: said.filter(({ seq }) => seq < from),
  }
}

/** What agents read of a conversation, also where there is no AI to answer it. */
export async function readSummary(db: Queryable, row: CustomerRow): Promise<string> {
  const conversation = await readConversation(db, row)
  return summarise(conversation.said, collectedOf(conversation), fieldNamesOf(conversation))
}

/**
 * The first message that belongs to this conversation: one ends with its session (归档, a day of silence) and with 转人工. What
 * nobody has answered yet belongs to it all the same.
 */
async function findBoundary(db: Queryable, { entId, id, sessionId, lastInboundSeq }: CustomerRow): Promise<number> {
  const [found] = await db
    .select({ start: session.startSeq, unanswered: turn.startSeq, boundary: aiMemory.boundarySeq })
    .from(customer)
    .leftJoin(session, and(eq(session.entId, customer.entId), eq(session.id, customer.sessionId)))
    .leftJoin(turn, and(eq(turn.entId, session.entId), eq(turn.sessionId, session.id), isNull(turn.replyAt)))
    .leftJoin(aiMemory, and(eq(aiMemory.entId, customer.entId), eq(aiMemory.customerId, customer.id)))
    .where(and(eq(customer.entId, entId), eq(customer.id, id)))
  const begin = sessionId === null ? lastInboundSeq : (found?.start ?? 0)
  return Math.min(Math.max(begin, (found?.boundary ?? 0) + 1), found?.unanswered ?? lastInboundSeq)
}

async function timeZoneOf(db: Queryable, entId: EntId): Promise<string> {
  const [row] = await db.select({ timeZone: enterprise.timezone }).from(enterprise).where(eq(enterprise.id, entId))
  if (!row) throw new Error('a customer’s enterprise is missing')
  return row.timeZone
}

type Contacts = {
  known: Record<string, string>
  /** Whether people have judged a contact useless. */
  isUseless(kind: (typeof CONTACTS)[number], value: string): boolean
}

async function readContacts(db: Queryable, entId: EntId, customerId: CustomerId): Promise<Contacts> {
  const rows = await db
    .select({
      kind: lead.kind,
      value: lead.value,
      normalised: lead.normalised,
      state: lead.state,
      status: lead.status,
    })
    .from(lead)
    .where(and(eq(lead.entId, entId), eq(lead.customerId, customerId), inArray(lead.kind, [...CONTACTS])))
    .orderBy(asc(lead.createdAt))
  const useful = rows.filter(({ state, status }) => state === 'valid' && status !== 'invalid')
  const useless = rows.filter(({ state, status }) => state === 'rejected' || status === 'invalid')
  return {
    known: Object.fromEntries(useful.map(({ kind, value }) => [kind, value])),
    isUseless: (kind, value) => {
      const { normalised } = contactTold(kind, value, 'ai')
      return useless.some((row) => row.kind === kind && row.normalised === normalised)
    },
  }
}

/** What the AI had collected itself is asked for again too. */
function withoutUseless(kept: Kept, { isUseless }: Contacts): Kept {
  const collected = { ...kept.memory.collected }
  for (const kind of CONTACTS) if (collected[kind] && isUseless(kind, collected[kind])) delete collected[kind]
  return { ...kept, memory: { ...kept.memory, collected } }
}
