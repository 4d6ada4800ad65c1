import type { Content, EntId, FlowId, FlowRunId, MessageId } from '@ruwu/contract'
import { and, asc, desc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import type { CustomerKey } from '../../customer/customer-change.repo.ts'
import { sameMessage } from '../../customer/customer-message.repo.ts'
import type { Queryable } from '../../db/database.ts'
import { array } from '../../db/rows.ts'
import { automationLog, customerMessage, flowRun, message } from '../../db/schema/index.ts'

export type FlowRunRow = typeof flowRun.$inferSelect
export type RunOutcome = NonNullable<FlowRunRow['outcome']>
export type NewRun = Pick<FlowRunRow, 'entId' | 'id' | 'customerId' | 'flowId' | 'version' | 'sessionId' | 'handledSeq'>

const isActive = isNull(flowRun.endedAt)
const ofCustomer = ({ entId, customerId }: CustomerKey) =>
  and(eq(flowRun.entId, entId), eq(flowRun.customerId, customerId), isActive)

/** False: the customer is in a flow already (unique index). Due at once. */
export async function insertRun(db: Queryable, run: NewRun, now: Date): Promise<boolean> {
  const added = await db
    .insert(flowRun)
    .values({ ...run, startedAt: now, dueAt: now })
    .onConflictDoNothing()
    .returning({ id: flowRun.id })
  return added.length > 0
}

export async function findActiveRun(db: Queryable, key: CustomerKey): Promise<FlowRunRow | undefined> {
  const [row] = await db.select().from(flowRun).where(ofCustomer(key))
  return row
}

/** Locked until commit; the customer is locked before it. Undefined: ended meanwhile. */
export async function lockRun(
  db: Queryable,
  { entId, id }: { entId: EntId; id: FlowRunId },
): Promise<FlowRunRow | undefined> {
  const [row] = await db
    .select()
    .from(flowRun)
    .where(and(eq(flowRun.entId, entId), eq(flowRun.id, id), isActive))
    .for('update')
  return row
}

const isNotPaused = sql`not exists (select from enterprise e where e.id = ${flowRun.entId} and e.automation_paused_at is not null)`

export type DueRun = Pick<FlowRunRow, 'entId' | 'id' | 'customerId' | 'dueAt' | 'tries'>

/** Due runs, longest due first. 暂停所有自动化: runs of the enterprise stay where they are until it is resumed. */
export const listDueRuns = (db: Queryable, now: Date, limit: number): Promise<DueRun[]> =>
  db
    .select({
      entId: flowRun.entId,
      id: flowRun.id,
      customerId: flowRun.customerId,
      dueAt: flowRun.dueAt,
      tries: flowRun.tries,
    })
    .from(flowRun)
    .where(and(isActive, lte(flowRun.dueAt, now), isNotPaused))
    .orderBy(asc(flowRun.dueAt))
    .limit(limit)

const isAsRead = ({ entId, id, tries }: Pick<FlowRunRow, 'entId' | 'id' | 'tries'>) =>
  and(eq(flowRun.entId, entId), eq(flowRun.id, id), isActive, eq(flowRun.tries, tries))

/** Takes a run whose attempt failed out of the queue until the given time. */
export async function postponeRun(db: Queryable, run: FlowRunRow, dueAt: Date): Promise<void> {
  await db
    .update(flowRun)
    .set({ dueAt, tries: run.tries + 1 })
    .where(isAsRead(run))
}

/** Looked at later; nothing was tried. */
export async function delayRun(db: Queryable, { entId, id }: DueRun, dueAt: Date): Promise<void> {
  await db
    .update(flowRun)
    .set({ dueAt })
    .where(and(eq(flowRun.entId, entId), eq(flowRun.id, id), isActive))
}

/** Leases the call of a run: no other node makes it before the given time. False: another node was first. */
export async function leaseCall(db: Queryable, run: FlowRunRow, now: Date, until: Date): Promise<boolean> {
  const rows = await db
    .update(flowRun)
    .set({ dueAt: until, callAt: until, tries: run.tries + 1 })
    .where(and(isAsRead(run), or(isNull(flowRun.callAt), lte(flowRun.callAt, now))))
    .returning({ id: flowRun.id })
  return rows.length > 0
}

/** A leased call failed and is made again later. */
export async function repeatCall(db: Queryable, leased: FlowRunRow, callAt: Date): Promise<void> {
  await db
    .update(flowRun)
    .set({ dueAt: callAt, callAt })
    .where(and(isAsRead(leased), sql`${flowRun.call} is not null`))
}

export async function saveRun(
  db: Queryable,
  { entId, id }: Pick<FlowRunRow, 'entId' | 'id'>,
  to: Partial<Omit<FlowRunRow, 'entId' | 'id'>>,
): Promise<void> {
  await db
    .update(flowRun)
    .set(to)
    .where(and(eq(flowRun.entId, entId), eq(flowRun.id, id)))
}

export const endRun = (
  db: Queryable,
  run: Pick<FlowRunRow, 'entId' | 'id'>,
  to: { outcome: RunOutcome; reason?: string },
  now: Date,
): Promise<void> => saveRun(db, run, { ...to, endedAt: now, dueAt: null, call: null, callAt: null })

/** Active runs of these customers, locked in id order like everywhere else, so that two transactions can't deadlock. */
const lockedRuns = (keys: readonly CustomerKey[]) => sql`select r.ent_id, r.id from flow_run r
  join unnest(${array(keys, (key) => key.entId)}::uuid[], ${array(keys, (key) => key.customerId)}::uuid[]) as k(ent_id, customer_id)
    on r.ent_id = k.ent_id and r.customer_id = k.customer_id
  where r.ended_at is null order by r.id for update of r`

/** The customers wrote: their runs are looked at, also while a call is made (转人工 keywords). True: there are some. */
export async function wakeRuns(db: Queryable, keys: readonly CustomerKey[], now: Date): Promise<boolean> {
  if (keys.length === 0) return false
  const { rowCount } = await db.execute(sql`update flow_run
    set due_at = ${now} where (ent_id, id) in (${lockedRuns(keys)})`)
  return (rowCount ?? 0) > 0
}

/** The customers left their flows by another way than a step of it. */
export async function endRuns(
  db: Queryable,
  keys: readonly CustomerKey[],
  outcome: RunOutcome,
  now: Date,
): Promise<void> {
  if (keys.length === 0) return
  await db.execute(sql`update flow_run set ended_at = ${now}, outcome = ${outcome}, due_at = null, call = null, call_at = null
    where (ent_id, id) in (${lockedRuns(keys)})`)
}

export async function markLeads(db: Queryable, keys: readonly CustomerKey[]): Promise<void> {
  if (keys.length === 0) return
  await db.execute(sql`update flow_run set has_lead = true where (ent_id, id) in (${lockedRuns(keys)})`)
}

/** Moves the customers of a flow to another version; a step then finds its node there, or that it is gone. */
export async function moveRuns(db: Queryable, entId: EntId, flowId: FlowId, version: number, now: Date): Promise<void> {
  await db.execute(sql`update flow_run set version = ${version}, due_at = ${now} where (ent_id, id) in (
    select ent_id, id from flow_run where ent_id = ${entId} and flow_id = ${flowId} and ended_at is null order by id for update)`)
}

/** Whether flows have written to the customer after this message. */
export async function hasSpokenSince(db: Queryable, key: CustomerKey, seq: number): Promise<boolean> {
  const rows = await db
    .select({ id: customerMessage.id })
    .from(customerMessage)
    .innerJoin(
      automationLog,
      and(
        eq(automationLog.entId, customerMessage.entId),
        eq(automationLog.messageId, customerMessage.id),
        eq(automationLog.type, 'flow'),
      ),
    )
    .where(
      and(
        eq(customerMessage.entId, key.entId),
        eq(customerMessage.customerId, key.customerId),
        gt(customerMessage.seq, seq),
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** What a node reads of a message: its text, or what was written into a submitted card. */
function textOf({ type, text = '', extra = {} }: Content): string {
  if (type === 'text') return text
  const fields = JSON.parse(extra.fields ?? '[]') as { value: string }[]
  return fields.map(({ value }) => value).join('\n')
}

/** The customer's messages after a seq, oldest first. */
export async function listUnread(
  db: Queryable,
  { entId, customerId }: CustomerKey,
  after: number,
): Promise<{ seq: number; text: string }[]> {
  const rows = await db
    .select({ seq: customerMessage.seq, content: message.content })
    .from(customerMessage)
    .innerJoin(message, sameMessage)
    .where(
      and(
        eq(customerMessage.entId, entId),
        eq(customerMessage.customerId, customerId),
        eq(customerMessage.senderKind, 'customer'),
        gt(customerMessage.seq, after),
      ),
    )
    .orderBy(asc(customerMessage.seq))
    .limit(20)
  return rows.map(({ seq, content }) => ({ seq, text: textOf(content) }))
}

/** Content of the customer's newest message. */
export async function readLastContent(db: Queryable, { entId, customerId }: CustomerKey): Promise<Content | null> {
  const [row] = await db
    .select({ content: message.content })
    .from(customerMessage)
    .innerJoin(message, sameMessage)
    .where(
      and(
        eq(customerMessage.entId, entId),
        eq(customerMessage.customerId, customerId),
        eq(customerMessage.senderKind, 'customer'),
      ),
    )
    .orderBy(desc(customerMessage.seq))
    .limit(1)
  return row?.content ?? null
}

/** The customer's newest message. */
export async function findLastMessage(db: Queryable, key: CustomerKey): Promise<MessageId | undefined> {
  const [row] = await db
    .select({ id: customerMessage.id })
    .from(customerMessage)
    .where(
      and(
        eq(customerMessage.entId, key.entId),
        eq(customerMessage.customerId, key.customerId),
        eq(customerMessage.senderKind, 'customer'),
      ),
    )
    .orderBy(desc(customerMessage.seq))
    .limit(1)
  return row?.id
}
