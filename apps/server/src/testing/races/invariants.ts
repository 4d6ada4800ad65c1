import type { Customer, CustomerId } from '@ruwu/contract'
import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { customer, event, message, session, topic } from '../../db/schema/index.ts'
import type { RaceNodes } from './race-nodes.ts'

type Told = { type: string; payload: Record<string, unknown> }

/** Events that change the reception type, one per change; only AI ↔ workflow emits two, which no race here does. */
const TYPE_EVENTS: ReadonlySet<string> = new Set([
  'cus_change_enable_ai',
  'cus_auto_disable_ai',
  'cus_delay_auto_enable_ai',
  'cus_change_enable_workflow',
])
const OWNER_EVENTS: ReadonlySet<string> = new Set(['rec_cus', 'rel_cus', 'redirect_cus'])

export const isAbout = (id: CustomerId) => sql`${event.payload} ->> 'customerId' = ${id}`

/** Violated invariants of a customer, as sentences. */
export async function findBroken({ db }: RaceNodes, id: CustomerId): Promise<string[]> {
  const [row] = await db.sql.select().from(customer).where(eq(customer.id, id))
  if (!row) return ['the customer is gone']
  const [head] = await db.sql.select().from(topic).where(eq(topic.id, id))
  const messages = await db.sql.select().from(message).where(eq(message.topicId, id)).orderBy(asc(message.seq))
  const sessions = await db.sql.select().from(session).where(eq(session.customerId, id))
  const told: Told[] = await db.sql
    .select({ type: event.type, payload: event.payload })
    .from(event)
    .where(and(eq(event.entId, row.entId), ne(event.type, 'hint'), isAbout(id)))
    .orderBy(asc(event.seq))

  const broken: string[] = []
  const check = (isFine: boolean, sentence: string) => {
    if (!isFine) broken.push(sentence)
  }
  const open = sessions.filter((each) => each.endAt === null)
  check(open.length <= 1, 'more than one session is open')
  check((open[0]?.id ?? null) === row.sessionId, 'the customer names another session than the open one')
  check(!row.archive || open.length === 0, 'archived with an open session')
  check((row.receptionType === 'ai_agent') === (row.aiOffReason === null), 'the reason does not fit the reception')
  check((row.agentId === null) === (row.agentSince === null), 'an owner without a beginning')
  check(
    messages.every((each, at) => each.seq === at + 1),
    'the thread has holes',
  )
  check(row.lastSeq === messages.length && head?.lastSeq === messages.length, 'the thread’s end is told wrongly')

  const typeChanges = onceEach(told.filter((each) => TYPE_EVENTS.has(each.type))).length
  check(row.receptionEpoch === 1 + typeChanges, `epoch ${row.receptionEpoch} after ${typeChanges} changes of the type`)
  let owner: unknown = null
  for (const { type, payload } of onceEach(told.filter((each) => OWNER_EVENTS.has(each.type)))) {
    check(payload.fromAgentId === owner, `${type} from another owner than the one before`)
    owner = payload.agentId
  }
  check(owner === row.agentId, 'the owner is not the one of the last event')

  const rows = told.flatMap((each) => (each.payload.customer as Customer | undefined) ?? [])
  check(
    rows.every((each, at) => at === 0 || each.version >= rows[at - 1]!.version),
    'versions went backwards',
  )
  const last = rows.at(-1)
  check(last?.version === row.version, 'the last event is not of the last version')
  check(
    last?.agentId === row.agentId && last.receptionType === row.receptionType && last.archive === row.archive,
    'the last event shows another customer',
  )
  return broken
}

/** The redacted and the full version of an event, for different audiences, count as one. */
export const onceEach = (told: readonly Told[]): Told[] => [
  ...new Map(told.map((each) => [`${each.type} ${(each.payload.customer as Customer).version}`, each])).values(),
]
