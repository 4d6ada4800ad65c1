import {
  type AgentId,
  type BannedWordId,
  type EntId,
  type RelationId,
  WORD_CATEGORIES,
  WORD_LEVELS,
  WORD_MATCHES,
  WORD_SOURCES,
} from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { channelAccount } from './channel.ts'
import { at, idOf, oneOf } from './columns.ts'
import { enterprise } from './enterprise.ts'

/**
 * One row per enterprise that changed its words. The version grows with every change, so that processes know when their matcher is
 * outdated; the row's lock serialises changes.
 */
export const bannedWordList = pgTable('banned_word_list', {
  entId: idOf<EntId>('ent_id')
    .primaryKey()
    .references(() => enterprise.id),
  version: integer('version').notNull().default(1),
  /** Built-in words that are switched off. */
  disabled: text('disabled').array().notNull().default([]),
})

/** 违禁词库: the enterprise's own words. */
export const bannedWord = pgTable(
  'banned_word',
  {
    entId: idOf<EntId>('ent_id')
      .notNull()
      .references(() => enterprise.id),
    id: idOf<BannedWordId>('id').notNull(),
    word: text('word').notNull(),
    match: text('match', { enum: WORD_MATCHES }).notNull(),
    level: text('level', { enum: WORD_LEVELS }).notNull(),
    replaceWith: text('replace_with').notNull().default(''),
    source: text('source', { enum: WORD_SOURCES }).notNull(),
    category: text('category', { enum: WORD_CATEGORIES }).notNull(),
    enabled: boolean('enabled').notNull(),
    version: integer('version').notNull().default(1),
    updatedBy: idOf<AgentId>('updated_by'),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    uniqueIndex('banned_word_word').on(t.entId, t.match, sql`lower(${t.word})`),
    check('banned_word_match', sql`${t.match} in (${oneOf(WORD_MATCHES)})`),
    check('banned_word_level', sql`${t.level} in (${oneOf(WORD_LEVELS)})`),
    check('banned_word_source', sql`${t.source} in (${oneOf(WORD_SOURCES)})`),
    check('banned_word_category', sql`${t.category} in (${oneOf(WORD_CATEGORIES)})`),
  ],
)

/** How often a word was found in a message to a customer, per account, agent and day. */
export const bannedWordHit = pgTable(
  'banned_word_hit',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    relationId: idOf<RelationId>('relation_id').notNull(),
    /** Null: an automatic message. */
    agentId: idOf<AgentId>('agent_id'),
    word: text('word').notNull(),
    hits: integer('hits').notNull(),
  },
  (t) => [
    unique('banned_word_hit_key').on(t.entId, t.day, t.relationId, t.agentId, t.word).nullsNotDistinct(),
    index('banned_word_hit_day').on(t.day),
    foreignKey({
      name: 'banned_word_hit_account_fk',
      columns: [t.entId, t.relationId],
      foreignColumns: [channelAccount.entId, channelAccount.id],
    }),
  ],
)
