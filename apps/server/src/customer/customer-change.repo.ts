import type { CustomerId, EntId, RelationId, SessionId } from '@ruwu/contract'
import { isReadable, RECALLED } from '@ruwu/domain'
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { array, columnNames, insertRows, updateRows } from '../db/rows.ts'
import { customer, session, topic, turn } from '../db/schema/index.ts'
import { writeAdditions } from './additions.repo.ts'
import { type CustomerChange, type CustomerRow, startChange } from './customer-change.ts'
import { writeNames } from './name-index.repo.ts'
import { writeFacts } from './statistics-facts.repo.ts'

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
  const found = await db.execute<{ id: string }>(sql`select c.id
    from unnest(${array(people, (each) => each.entId)}::uuid[], ${array(people, (each) => each.relationId)}::uuid[],
        ${array(people, (each) => each.platformUserId)}::text[]) as p(ent_id, relation_id, platform_user_id)
      join customer c using (ent_id, relation_id, platform_user_id)
    union select c.id
    from unnest(${array(keys, (each) => each.entId)}::uuid[], ${array(keys, (each) => each.customerId)}::uuid[]) as k(ent_id, id)
      join customer c using (ent_id, id)`)
  const entIds = [...new Set([...people, ...keys].map((each) => each.entId))]
  const ids = found.rows.map((row) => row.id as CustomerId)
  if (ids.length === 0) return []
  return withSessions(db, await lockRows(db, and(inArray(customer.entId, entIds), inArray(customer.id, ids))))
}

/** One customer, locked; with `skipLocked` undefined while another transaction holds the lock. */
export async function lockCustomer(
  db: Queryable,
  entId: EntId,
  id: CustomerId,
  { skipLocked = false } = {},
): Promise<CustomerChange | undefined> {
  const row = await lockRows(db, and(eq(customer.entId, entId), eq(customer.id, id)), skipLocked)
  return (await withSessions(db, row))[0]
}

/** The row without a lock, for reading; undefined once it is erased. */
export async function findCustomerRow(db: Queryable, entId: EntId, id: CustomerId): Promise<CustomerRow | undefined> {
  const [row] = await db
    .select()
    .from(customer)
    .where(and(eq(customer.entId, entId), eq(customer.id, id), isNull(customer.erasedAt)))
  return row
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

/** An erased customer looks absent, also to a transaction that waited for the erasure: the condition is checked again after the wait. */
const lockRows = (db: Queryable, which: SQL | undefined, skipLocked = false): Promise<CustomerRow[]> =>
  db
    .select()
    .from(customer)
    .where(and(which, isNull(customer.erasedAt)))
    .orderBy(customer.entId, customer.id)
    .for('no key update', skipLocked ? { skipLocked } : {})

async function withSessions(db: Queryable, rows: readonly CustomerRow[]): Promise<CustomerChange[]> {
  const sessionIds = rows.flatMap((row) => (row.sessionId ? [row.sessionId] : []))
  if (sessionIds.length === 0) return rows.map((row) => startChange(row))
  const sessions = await db.select().from(session).where(inArray(session.id, sessionIds))
  const turns = await db
    .select()
    .from(turn)
    .where(and(inArray(turn.sessionId, sessionIds), isNull(turn.replyAt)))
  const sessionOf = new Map<SessionId, (typeof sessions)[number]>(sessions.map((each) => [each.id, each]))
  const turnOf = new Map<SessionId, (typeof turns)[number]>(turns.map((each) => [each.sessionId, each]))
  return rows.map((row) => {
    const open = row.sessionId ? sessionOf.get(row.sessionId) : undefined
    const openTurn = row.sessionId ? turnOf.get(row.sessionId) : undefined
    return startChange(row, { ...(open ? { session: open } : {}), ...(openTurn ? { turn: openTurn } : {}) })
  })
}

/** Writes all parts of the changes, in a fixed number of statements whatever the number of customers. */
export async function writeChanges(db: Queryable, changes: readonly CustomerChange[], now: Date): Promise<void> {
  for (const each of changes) {
    each.customer.updatedAt = now
    if (!each.isNew) each.customer.version += 1
  }
  const fresh = changes.filter((each) => each.isNew)
  await insertRows(db, topic, fresh.map(topicOf))
  await insertRows(db, customer, fresh.map(customerOf))
  await updateRows(
    db,
    customer,
    ['ent_id', 'id'],
    CUSTOMER_COLUMNS,
    changes.filter((each) => !each.isNew).map(customerOf),
  )
  await writeNames(db, changes.filter(isRenamed).map(customerOf))
  await writeSessions(db, changes)
  await writeMessages(db, changes, now)
  await writeAdditions(db, changes)
  await writeFacts(db, changes, now)
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

/** Updates before inserts: unique indexes allow one open session per customer and one open turn per session. */
async function writeSessions(db: Queryable, changes: readonly CustomerChange[]): Promise<void> {
  const sessions = changes.flatMap((each) => [...each.sessions].filter((row) => !each.newSessions.has(row)))
  await updateRows(db, session, ['ent_id', 'id'], SESSION_COLUMNS, sessions)
  await insertRows(
    db,
    session,
    changes.flatMap((each) => [...each.newSessions]),
  )
  const turns = changes.flatMap((each) => [...each.turns].filter((row) => !each.newTurns.has(row)))
  await updateRows(db, turn, ['ent_id', 'session_id', 'no'], TURN_COLUMNS, turns)
  await insertRows(
    db,
    turn,
    changes.flatMap((each) => [...each.newTurns]),
  )
}

async function writeMessages(db: Queryable, changes: readonly CustomerChange[], now: Date): Promise<void> {
  const inserted = changes.flatMap((each) => each.messages.map((added) => ({ ...added, change: each.customer })))
  if (inserted.length === 0) return
  const column = <T>(pick: (each: (typeof inserted)[number]) => T) => array(inserted, pick)
  await db.execute(sql`with inserted as (
      select * from unnest(${column((each) => each.change.entId)}::uuid[], ${column((each) => each.change.id)}::uuid[],
        ${column((each) => each.seq)}::int8[], ${column((each) => each.id)}::uuid[], ${column((each) => each.chatId)}::text[],
        ${column((each) => each.senderId)}::text[], ${column((each) => JSON.stringify(each.content))}::text[],
        ${column((each) => isReadable(each.content))}::bool[], ${column((each) => each.content.type === RECALLED)}::bool[],
        ${column((each) => each.createdAt)}::timestamptz[], ${column((each) => each.change.relationId)}::uuid[],
        ${column((each) => each.sessionId)}::uuid[], ${column((each) => each.senderKind)}::text[],
        ${column((each) => each.agentId)}::uuid[], ${column((each) => each.platformMessageId)}::text[],
        ${column((each) => each.platformTime)}::timestamptz[], ${column((each) => each.status)}::int2[],
        ${column((each) => each.isFromApp)}::bool[], ${column((each) => each.isUnprompted)}::bool[])
      as s(ent_id, customer_id, seq, id, chat_id, sender_id, content, is_readable, is_recalled, created_at, relation_id,
        session_id, sender_kind, agent_id, platform_message_id, platform_time, status, is_from_app, is_unprompted)
    ), stored as (
      insert into message (ent_id, topic_id, seq, id, chat_id, sender_id, content, is_readable, is_recalled, created_at, updated_at)
      select ent_id, customer_id, seq, id, chat_id, sender_id, content::jsonb, is_readable, is_recalled, created_at, created_at from inserted
    ), unindexed as (
      insert into search_pending (ent_id, customer_id, seq) select ent_id, customer_id, seq from inserted order by created_at, seq
    )
    insert into customer_message (ent_id, customer_id, seq, id, relation_id, session_id, sender_kind, agent_id,
      platform_message_id, platform_time, status, is_from_app, is_unprompted, is_read, updated_at)
    select ent_id, customer_id, seq, id, relation_id, session_id, sender_kind, agent_id, platform_message_id, platform_time,
      status, is_from_app, is_unprompted, false, ${now} from inserted`)
  const heads = changes.filter((each) => !each.isNew && each.messages.length > 0).map((each) => each.customer)
  if (heads.length === 0) return
  await db.execute(sql`update topic t set last_seq = k.seq, updated_at = ${now}
    from unnest(${array(heads, (row) => row.entId)}::uuid[], ${array(heads, (row) => row.id)}::uuid[], ${array(heads, (row) => row.lastSeq)}::int8[])
      as k(ent_id, id, seq) where t.ent_id = k.ent_id and t.id = k.id`)
}
