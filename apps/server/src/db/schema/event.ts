import type { AgentId, EntId } from '@ruwu/contract'
import { bigint, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { at, bytes, idOf } from './columns.ts'
import { enterprise } from './enterprise.ts'

/** Agents an event is sent to; null: every agent of the enterprise. */
export type Audience = { agentIds: AgentId[] } | null

/** The newest event number of each enterprise. Taking the next one locks the row until commit: numbers follow commit order. */
export const eventHead = pgTable('event_head', {
  entId: idOf<EntId>('ent_id')
    .primaryKey()
    .references(() => enterprise.id),
  last: bigint('last', { mode: 'number' }).notNull(),
  /** Events up to this number have been removed. */
  purgedTo: bigint('purged_to', { mode: 'number' }).notNull().default(0),
})

export const event = pgTable(
  'event',
  {
    entId: idOf<EntId>('ent_id')
      .notNull()
      .references(() => enterprise.id),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    type: text('type').notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    audience: jsonb('audience').$type<Audience>(),
    createdAt: at('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.entId, t.seq] }), index('event_created').on(t.createdAt)],
)

/** First response per idempotency key, encrypted: a repeated request gets it and is not executed again. */
export const requestAnswer = pgTable(
  'request_answer',
  {
    key: bytes('key').primaryKey(),
    claimedAt: at('claimed_at').notNull(),
    answer: bytes('answer'),
  },
  (t) => [index('request_answer_claimed').on(t.claimedAt)],
)
