import type { CustomerId, EntId } from '@ruwu/contract'
import { formatDay, summarise, zonedTime } from '@ruwu/domain'
import type { CustomerRow } from '../../customer/customer-change.ts'
import type { FindSendingAccount, SendingAccount } from '../../outbound/index.ts'
import type { Queryable } from '../../db/database.ts'
import { findHostingAi, type HostingAi } from '../ai-agent/index.ts'
import { findAccount } from '../channel/index.ts'
import { type FieldRow, listFields } from '../../customer/customer-setting.repo.ts'
import { readTimeZone } from '../enterprise/index.ts'
import { statedContact } from '../lead/index.ts'
import { readMemory, type StoredMemory } from './memory.repo.ts'
import { CONTACT_KINDS, findBoundary, listContactLeads } from './situation.repo.ts'
import { readTranscript, type TranscriptMessage } from './transcript.repo.ts'

/** Everything an answer is decided on, read when the run starts. */
export type Situation = {
  row: CustomerRow
  account: SendingAccount
  accountName: string
  ai: HostingAi
  stored: StoredMemory
  /** Per kind the newest contact not marked invalid. Contacts are stored with the message, so they are known before the AI reads it. */
  contacts: Record<string, string>
  fields: FieldRow[]
  /** Messages since the last conversation boundary. */
  messages: TranscriptMessage[]
  /** Messages before that boundary. */
  earlierMessages: TranscriptMessage[]
  timeZone: string
  /** Today in the enterprise's time zone. */
  day: string
}

/** Collected values by field key; a contact stored as a lead wins over the AI's own reading. */
export const collectedValues = (
  { contacts, stored }: Pick<Situation, 'contacts' | 'stored'>,
  { collected } = stored.memory,
): Record<string, string> => ({ ...collected, ...contacts })

/** Names of the enterprise's custom fields by id. */
export const fieldNamesById = ({ fields }: Pick<Situation, 'fields'>): Record<string, string> =>
  Object.fromEntries(fields.map(({ id, name }) => [id, name]))

/** Undefined when the account is gone or has no published AI. */
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
  const timeZone = await readTimeZone(db, entId)
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

type Conversation = Pick<Situation, 'stored' | 'contacts' | 'fields' | 'messages' | 'earlierMessages'>

async function readConversation(db: Queryable, row: CustomerRow): Promise<Conversation> {
  const { entId, id: customerId, sessionId } = row
  const stored = await readMemory(db, { entId, customerId }, sessionId)
  const contacts = await readContacts(db, entId, customerId)
  const from = await findBoundary(db, row)
  const transcript = await readTranscript(db, entId, customerId, row.lastSeq)
  return {
    stored: withoutInvalid(stored, contacts),
    contacts: contacts.known,
    fields: await listFields(db, entId),
    messages: transcript.filter(({ seq }) => seq >= from),
    earlierMessages: transcript.filter(({ seq }) => seq < from),
  }
}

/** The conversation summary for agents; works without a published AI too. */
export async function readSummary(db: Queryable, row: CustomerRow): Promise<string> {
  const conversation = await readConversation(db, row)
  return summarise(conversation.messages, collectedValues(conversation), fieldNamesById(conversation))
}

/** A thread to summarise: its last messages, and a summary of them from facts. */
export type SummarisedThread = { turns: readonly TranscriptMessage[]; seq: number; facts: string }

/** Facts are of the present conversation; before its first answer also of what went before. `seq`: of the newest message, 0 without one. */
export async function readThread(db: Queryable, row: CustomerRow): Promise<SummarisedThread> {
  const conversation = await readConversation(db, row)
  const { messages, earlierMessages } = conversation
  const turns = [...earlierMessages, ...messages]
  const told = messages.some(({ who }) => who !== 'customer') ? messages : turns
  const facts = summarise(told, collectedValues(conversation), fieldNamesById(conversation))
  return { turns, seq: turns.at(-1)?.seq ?? 0, facts }
}

type Contacts = {
  known: Record<string, string>
  /** Whether an agent rejected the contact or marked it invalid. */
  isInvalid(kind: (typeof CONTACT_KINDS)[number], value: string): boolean
}

async function readContacts(db: Queryable, entId: EntId, customerId: CustomerId): Promise<Contacts> {
  const rows = await listContactLeads(db, entId, customerId)
  const valid = rows.filter(({ state, status }) => state === 'valid' && status !== 'invalid')
  const invalid = rows.filter(({ state, status }) => state === 'rejected' || status === 'invalid')
  return {
    known: Object.fromEntries(valid.map(({ kind, value }) => [kind, value])),
    isInvalid: (kind, value) => {
      const { normalised } = statedContact(kind, value, 'ai')
      return invalid.some((row) => row.kind === kind && row.normalised === normalised)
    },
  }
}

/** Drops invalid contacts from the AI's memory, so that it asks for them again. */
function withoutInvalid(stored: StoredMemory, { isInvalid }: Contacts): StoredMemory {
  const collected = { ...stored.memory.collected }
  for (const kind of CONTACT_KINDS) if (collected[kind] && isInvalid(kind, collected[kind])) delete collected[kind]
  return { ...stored, memory: { ...stored.memory, collected } }
}
