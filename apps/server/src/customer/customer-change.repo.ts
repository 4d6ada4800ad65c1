import type { CustomerId, EntId, RelationId, SessionId } from '@ruwu/contract'
import { isReadable, RECALLED } from '@ruwu/domain'
import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { preparedFor } from '../db/prepared.ts'
import { array, columnNames, executeTogether, insertion, type Part, part, updating } from '../db/rows.ts'
import { customer, session, topic, turn } from '../db/schema/index.ts'
import { notedParts, tagParts, writeLeads } from './additions.repo.ts'
import { type CustomerChange, type CustomerRow, type SessionRow, startChange, type TurnRow } from './customer-change.ts'
import { namesWriting } from './name-index.repo.ts'
import { factParts } from './statistics-facts.repo.ts'

/** A user of a platform by platform id, below one of our accounts. */
export type PlatformPerson = { entId: EntId; relationId: RelationId; platformUserId: string }

export const platformPersonKey = (person: Omit<PlatformPerson, 'entId'>) =>
  `${person.relationId} ${person.platformUserId}`

export type CustomerKey = { entId: EntId; customerId: CustomerId }

/**
 * Existing customers of these platform users, and these customers, locked in id order (no deadlocks between batches).
 */
export async function lockCustomers(
  db: Queryable,
  people: readonly PlatformPerson[],
  keys: readonly CustomerKey[] = [],
): Promise<CustomerChange[]> {
  if (people.length + keys.length === 0) return []
  const values = {
    peopleEnts: people.map((each) => each.entId),
    relations: people.map((each) => each.relationId),
    platformUsers: people.map((each) => each.platformUserId),
    ents: keys.map((each) => each.entId),
    ids: keys.map((each) => each.customerId),
  }
  const [rows, found] = await Promise.all([lockMany(db).execute(values), readSessionsOfMany(db).execute(values)])
  return toChanges(rows, found)
}

/** One customer, locked; with `skipLocked` undefined while another transaction holds the lock. */
export async function lockCustomer(
  db: Queryable,
  entId: EntId,
  id: CustomerId,
  { skipLocked = false } = {},
): Promise<CustomerChange | undefined> {
  const values = { entId, id }
  const [rows, found] = await Promise.all([
    (skipLocked ? lockOneIfFree : lockOne)(db).execute(values),
    readSessionsOfOne(db).execute(values),
  ])
  return toChanges(rows, found)[0]
}

/** The row without a lock, for reading; undefined once it is erased. */
export async function findCustomerRow(db: Queryable, entId: EntId, id: CustomerId): Promise<CustomerRow | undefined> {
  const [row] = await db
    .select()
    .from(customer)
    .where(and(eq(customer.entId, entId), eq(customer.id, id), isNull(customer.erasedAt)))
  return row
}

export async function findLastSession(
  db: Queryable,
  { entId, id }: Pick<CustomerRow, 'entId' | 'id'>,
): Promise<SessionRow | undefined> {
  const [last] = await db
    .select()
    .from(session)
    .where(and(eq(session.entId, entId), eq(session.customerId, id)))
    .orderBy(desc(session.startAt), desc(session.id))
    .limit(1)
  return last
}

/** Names and owners of these customers. */
export const listCustomerNames = (db: Queryable, entId: EntId, ids: CustomerId[]) =>
  db
    .select({
      id: customer.id,
      name: customer.name,
      remark: customer.remark,
      agentId: customer.agentId,
      relationId: customer.relationId,
    })
    .from(customer)
    .where(and(eq(customer.entId, entId), inArray(customer.id, ids)))

const given = (name: string) => sql.placeholder(name)

const isOne = sql`(${customer.entId}, ${customer.id}) = (${given('entId')}, ${given('id')})`

const isOneOfMany = sql`(${customer.entId}, ${customer.id}) in (
  select c.ent_id, c.id
  from unnest(${given('peopleEnts')}::uuid[], ${given('relations')}::uuid[], ${given('platformUsers')}::text[])
      as p(ent_id, relation_id, platform_user_id)
    join customer c using (ent_id, relation_id, platform_user_id)
  union all select * from unnest(${given('ents')}::uuid[], ${given('ids')}::uuid[]))`

/** An erased customer looks absent, also to a transaction that waited for the erasure: the condition is checked again after the wait. */
const lockRows = (db: Queryable, which: SQL, isWaiting = true) =>
  db
    .select()
    .from(customer)
    .where(and(which, isNull(customer.erasedAt)))
    .orderBy(customer.entId, customer.id)
    .for('no key update', isWaiting ? {} : { skipLocked: true })

/** The open sessions, each with its unanswered turn. Sent after the locks: it sees what their former holders wrote. */
const readSessions = (db: Queryable, which: SQL) =>
  db
    .select({ session, turn })
    .from(session)
    .leftJoin(turn, and(eq(turn.entId, session.entId), eq(turn.sessionId, session.id), isNull(turn.replyAt)))
    .where(
      sql`(${session.entId}, ${session.id}) in (select ${customer.entId}, ${customer.sessionId} from ${customer} where ${which})`,
    )

// Prepared: with so many columns building the text costs more than the query.
const lockOne = preparedFor((db) => lockRows(db, isOne).prepare('lock-customer'))
const lockOneIfFree = preparedFor((db) => lockRows(db, isOne, false).prepare('lock-free-customer'))
const lockMany = preparedFor((db) => lockRows(db, isOneOfMany).prepare('lock-customers'))
const readSessionsOfOne = preparedFor((db) => readSessions(db, isOne).prepare('open-session'))
const readSessionsOfMany = preparedFor((db) => readSessions(db, isOneOfMany).prepare('open-sessions'))

type OpenSession = { session: SessionRow; turn: TurnRow | null }

function toChanges(rows: readonly CustomerRow[], found: readonly OpenSession[]): CustomerChange[] {
  const byId = new Map<SessionId | null, OpenSession>(found.map((each) => [each.session.id, each]))
  return rows.map((row) => {
    const open = byId.get(row.sessionId)
    return startChange(row, { ...(open ? { session: open.session } : {}), ...(open?.turn ? { turn: open.turn } : {}) })
  })
}

/** Writes all parts of the changes, in one or two statements whatever the number of customers; leads take more. */
export async function writeChanges(db: Queryable, changes: readonly CustomerChange[], now: Date): Promise<void> {
  for (const each of changes) {
    each.customer.updatedAt = now
    if (!each.isNew) each.customer.version += 1
  }
  const fresh = changes.filter((each) => each.isNew)
  const known = changes.filter((each) => !each.isNew)
  const sessions = changes.flatMap((each) => [...each.sessions].filter((row) => !each.newSessions.has(row)))
  const newSessions = changes.flatMap((each) => [...each.newSessions])
  const turns = changes.flatMap((each) => [...each.turns].filter((row) => !each.newTurns.has(row)))
  const newTurns = changes.flatMap((each) => [...each.newTurns])
  const tags = tagParts(changes)
  const updates = [
    ...part('known', known.map(customerOf), (rows) => updating(customer, ['ent_id', 'id'], CUSTOMER_COLUMNS, rows)),
    ...part('sessions', sessions, (rows) => updating(session, ['ent_id', 'id'], SESSION_COLUMNS, rows)),
    ...part('turns', turns, (rows) => updating(turn, ['ent_id', 'session_id', 'no'], TURN_COLUMNS, rows)),
    ...tags.unbound,
  ]
  const inserts = [
    ...part('topics', fresh.map(topicOf), (rows) => insertion(topic, rows)),
    ...part('fresh', fresh.map(customerOf), (rows) => insertion(customer, rows)),
    ...part('names', changes.filter(isRenamed).map(customerOf), namesWriting),
    ...part('new_sessions', newSessions, (rows) => insertion(session, rows)),
    ...part('new_turns', newTurns, (rows) => insertion(turn, rows)),
    ...messageParts(changes, now),
    ...factParts(changes, now),
    ...tags.bound,
    ...notedParts(changes),
  ]
  // Unique indexes allow one open session per customer, one open turn per session and one tag of a group: what ends is written first.
  const isInOrder =
    (sessions.length > 0 && newSessions.length > 0) ||
    (turns.length > 0 && newTurns.length > 0) ||
    (tags.unbound.length > 0 && tags.bound.length > 0)
  for (const parts of isInOrder ? [updates, inserts] : [[...updates, ...inserts]]) await executeTogether(db, parts)
  await writeLeads(db, changes)
}

const CUSTOMER_COLUMNS = columnNames(customer, [
  'ent_id',
  'id',
  'relation_id',
  'source',
  'platform_user_id',
  'created_at',
  'erased_at',
])
const SESSION_COLUMNS = columnNames(session, ['ent_id', 'id', 'customer_id', 'relation_id', 'source', 'start_at'])
const TURN_COLUMNS = ['reply_at', 'reply_seq', 'reply_kind', 'reply_agent_id']

const customerOf = (change: CustomerChange) => change.customer

const isRenamed = ({ isNew, before, customer: row }: CustomerChange) =>
  isNew || before.name !== row.name || before.remark !== row.remark

const topicOf = ({ customer: row }: CustomerChange) => ({
  entId: row.entId,
  id: row.id,
  kind: 'customer',
  ownerId: row.id,
  name: row.name,
  icon: row.avatar,
  category: '',
  isPrivate: true,
  needsApproval: false,
  lastSeq: row.lastSeq,
  refusedSenders: [],
  memberVersion: 1,
  extra: {},
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

/** Messages with their rows for search, and the last number of their topics. */
function messageParts(changes: readonly CustomerChange[], now: Date): Part[] {
  const inserted = changes.flatMap((each) => each.messages.map((added) => ({ ...added, change: each.customer })))
  if (inserted.length === 0) return []
  const heads = changes.filter((each) => !each.isNew && each.messages.length > 0).map((each) => each.customer)
  const column = <T>(pick: (each: (typeof inserted)[number]) => T) => array(inserted, pick)
  return [
    [
      'added',
      sql`select * from unnest(${column((each) => each.change.entId)}::uuid[], ${column((each) => each.change.id)}::uuid[],
        ${column((each) => each.seq)}::int8[], ${column((each) => each.id)}::uuid[], ${column((each) => each.chatId)}::text[],
        ${column((each) => each.senderId)}::text[], ${column((each) => JSON.stringify(each.content))}::text[],
        ${column((each) => isReadable(each.content))}::bool[], ${column((each) => each.content.type === RECALLED)}::bool[],
        ${column((each) => each.createdAt)}::timestamptz[], ${column((each) => each.change.relationId)}::uuid[],
        ${column((each) => each.sessionId)}::uuid[], ${column((each) => each.senderKind)}::text[],
        ${column((each) => each.agentId)}::uuid[], ${column((each) => each.platformMessageId)}::text[],
        ${column((each) => each.platformTime)}::timestamptz[], ${column((each) => each.status)}::int2[],
        ${column((each) => each.isFromApp)}::bool[], ${column((each) => each.isUnprompted)}::bool[],
        ${column((each) => each.isUncounted)}::bool[])
      as s(ent_id, customer_id, seq, id, chat_id, sender_id, content, is_readable, is_recalled, created_at, relation_id,
        session_id, sender_kind, agent_id, platform_message_id, platform_time, status, is_from_app, is_unprompted,
        is_uncounted)`,
    ],
    [
      'stored',
      sql`insert into message (ent_id, topic_id, seq, id, chat_id, sender_id, content, is_readable, is_recalled, created_at, updated_at)
      select ent_id, customer_id, seq, id, chat_id, sender_id, content::jsonb, is_readable, is_recalled, created_at, created_at from added`,
    ],
    [
      'unindexed',
      sql`insert into search_pending (ent_id, customer_id, seq) select ent_id, customer_id, seq from added order by created_at, seq`,
    ],
    [
      'described',
      sql`insert into customer_message (ent_id, customer_id, seq, id, relation_id, session_id, sender_kind, agent_id,
        platform_message_id, platform_time, status, is_from_app, is_unprompted, is_uncounted, is_read, updated_at)
      select ent_id, customer_id, seq, id, relation_id, session_id, sender_kind, agent_id, platform_message_id, platform_time,
        status, is_from_app, is_unprompted, is_uncounted, false, ${now}::timestamptz from added`,
    ],
    ...part(
      'numbered',
      heads,
      (rows) => sql`update topic t set last_seq = k.seq, updated_at = ${now}::timestamptz
      from unnest(${array(rows, (row) => row.entId)}::uuid[], ${array(rows, (row) => row.id)}::uuid[],
        ${array(rows, (row) => row.lastSeq)}::int8[]) as k(ent_id, id, seq) where t.ent_id = k.ent_id and t.id = k.id`,
    ),
  ]
}
