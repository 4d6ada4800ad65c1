import {
  type AgentId,
  type AiRunId,
  CANDIDATE_STATUSES,
  type CandidateId,
  type CustomerId,
  type EntId,
  KNOWLEDGE_STATUSES,
  KNOWLEDGE_TYPES,
  type KnowledgeId,
  type MessageId,
  MISS_STATUSES,
  type MissId,
  type RelationId,
  type SessionId,
} from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { aiRun } from './ai-run.ts'
import { channelAccount } from './channel.ts'
import { at, bytes, idOf, oneOf } from './columns.ts'
import { embeddingSpace } from './embedding.ts'

/** An account's own library has the account's id, the library that an enterprise's accounts share the enterprise's. */
export type LibraryId = RelationId | EntId

/** An entry of a library, which the AI answers from. */
export const knowledge = pgTable(
  'knowledge',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    id: idOf<KnowledgeId>('id').notNull(),
    /** Null: 企业共享. */
    relationId: idOf<RelationId>('relation_id'),
    libraryId: idOf<LibraryId>('library_id')
      .notNull()
      .generatedAlwaysAs(sql`coalesce(relation_id, ent_id)`),
    type: text('type', { enum: KNOWLEDGE_TYPES }).notNull(),
    title: text('title').notNull(),
    question: text('question').notNull().default(''),
    similar: text('similar').array().notNull().default([]),
    answer: text('answer').notNull().default(''),
    url: text('url').notNull().default(''),
    /** Pasted text, or the text extracted from the file or page. */
    body: text('body').notNull().default(''),
    isPasted: boolean('is_pasted').notNull().default(false),
    fileKey: text('file_key').notNull().default(''),
    fileName: text('file_name').notNull().default(''),
    origin: text('origin').notNull(),
    status: text('status', { enum: KNOWLEDGE_STATUSES }).notNull(),
    progress: smallint('progress').notNull().default(0),
    error: text('error').notNull().default(''),
    /** Hash of the content learned last: the same content is not charged again. */
    bodyHash: bytes('body_hash'),
    pieces: integer('pieces').notNull().default(0),
    hits: integer('hits').notNull().default(0),
    lastHitAt: at('last_hit_at'),
    enabled: boolean('enabled').notNull().default(true),
    /** Lease of the worker that learns the entry. */
    learnUntil: at('learn_until'),
    updatedBy: idOf<AgentId>('updated_by'),
    version: integer('version').notNull().default(1),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    unique('knowledge_in_library').on(t.entId, t.libraryId, t.id),
    index('knowledge_library').on(t.entId, t.libraryId, t.updatedAt, t.id),
    uniqueIndex('knowledge_question')
      .on(t.entId, t.libraryId, t.question)
      .where(sql`type = 'qa'`),
    index('knowledge_learning')
      .on(t.entId, t.createdAt)
      .where(sql`status = 'learning'`),
    foreignKey({
      name: 'knowledge_account_fk',
      columns: [t.entId, t.relationId],
      foreignColumns: [channelAccount.entId, channelAccount.id],
    }),
    check('knowledge_type', sql`${t.type} in (${oneOf(KNOWLEDGE_TYPES)})`),
    check('knowledge_status', sql`${t.status} in (${oneOf(KNOWLEDGE_STATUSES)})`),
  ],
)

/** Unit of search: a question with its answer, or a section of a text under its heading. */
export const knowledgePiece = pgTable(
  'knowledge_piece',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    libraryId: idOf<LibraryId>('library_id').notNull(),
    /** Never reused. */
    no: bigint('no', { mode: 'number' }).generatedAlwaysAsIdentity(),
    knowledgeId: idOf<KnowledgeId>('knowledge_id').notNull(),
    /** Headings above it, or the question. */
    heading: text('heading').notNull(),
    text: text('text').notNull(),
    /** Texts that the search compares: the questions, or heading and text. */
    words: text('words').array().notNull(),
    /** Version of the analyser that made its terms. */
    analyser: smallint('analyser').notNull().default(0),
    /** Embedding as signed bytes; null until it is computed. */
    vector: bytes('vector'),
    spaceId: integer('space_id'),
    /** Write number (embedding_space.written): cursor by which nodes load new vectors. */
    vectorNo: integer('vector_no'),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.libraryId, t.no] }),
    index('knowledge_piece_of').on(t.entId, t.knowledgeId),
    index('knowledge_piece_analyser').on(t.analyser),
    index('knowledge_piece_vector').on(t.entId, t.spaceId, t.libraryId, t.vectorNo, t.no),
    // A moved entry takes its pieces along.
    foreignKey({
      name: 'knowledge_piece_fk',
      columns: [t.entId, t.libraryId, t.knowledgeId],
      foreignColumns: [knowledge.entId, knowledge.libraryId, knowledge.id],
    })
      .onDelete('cascade')
      .onUpdate('cascade'),
    foreignKey({
      name: 'knowledge_piece_space_fk',
      columns: [t.entId, t.spaceId],
      foreignColumns: [embeddingSpace.entId, embeddingSpace.id],
    }),
    check('knowledge_piece_vector_whole', sql`num_nulls(${t.vector}, ${t.spaceId}, ${t.vectorNo}) in (0, 3)`),
  ],
)

/** Inverted index for BM25: terms of each piece. */
export const knowledgeTerm = pgTable(
  'knowledge_term',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    libraryId: idOf<LibraryId>('library_id').notNull(),
    no: bigint('no', { mode: 'number' }).notNull(),
    term: text('term').notNull(),
    /** BM25 weight in thousandths: term frequency normalised by the length of the piece. */
    weight: smallint('weight').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.libraryId, t.no, t.term] }),
    // Covering index, with the weight: the search reads no table rows.
    index('knowledge_term_said').on(t.entId, t.libraryId, t.term, t.no, t.weight),
    foreignKey({
      name: 'knowledge_term_fk',
      columns: [t.entId, t.libraryId, t.no],
      foreignColumns: [knowledgePiece.entId, knowledgePiece.libraryId, knowledgePiece.no],
    })
      .onDelete('cascade')
      .onUpdate('cascade'),
  ],
)

/** An answer was made from an entry. `knowledge.hits` is the number of these rows. */
export const knowledgeHit = pgTable(
  'knowledge_hit',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    knowledgeId: idOf<KnowledgeId>('knowledge_id').notNull(),
    /** UUIDv7: run ids sort by time. */
    runId: idOf<AiRunId>('run_id').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.runId, t.knowledgeId] }),
    // Covering index, with the customer: the page of hits that is checked for visibility reads no rows of this table.
    index('knowledge_hit_of').on(t.entId, t.knowledgeId, t.runId, t.customerId),
    foreignKey({
      name: 'knowledge_hit_fk',
      columns: [t.entId, t.knowledgeId],
      foreignColumns: [knowledge.entId, knowledge.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'knowledge_hit_run_fk',
      columns: [t.entId, t.runId],
      foreignColumns: [aiRun.entId, aiRun.id],
    }).onDelete('cascade'),
  ],
)

/** A customer's question that an agent answered: candidate for the knowledge base. */
export const knowledgeCandidate = pgTable(
  'knowledge_candidate',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    id: idOf<CandidateId>('id').notNull(),
    relationId: idOf<RelationId>('relation_id').notNull(),
    question: text('question').notNull(),
    /** Normalised question, for comparison. */
    sameAs: text('same_as').notNull(),
    answer: text('answer').notNull(),
    times: integer('times').notNull().default(1),
    customerId: idOf<CustomerId>('customer_id'),
    messageId: idOf<MessageId>('message_id'),
    lastAt: at('last_at').notNull(),
    status: text('status', { enum: CANDIDATE_STATUSES }).notNull().default('pending'),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    uniqueIndex('knowledge_candidate_same').on(t.entId, t.relationId, t.sameAs),
    index('knowledge_candidate_page').on(t.entId, t.relationId, t.status, t.times, t.lastAt),
    index('knowledge_candidate_customer').on(t.entId, t.customerId),
    foreignKey({
      name: 'knowledge_candidate_account_fk',
      columns: [t.entId, t.relationId],
      foreignColumns: [channelAccount.entId, channelAccount.id],
    }),
    check('knowledge_candidate_status', sql`${t.status} in (${oneOf(CANDIDATE_STATUSES)})`),
  ],
)

/** A customer's question without a match in the knowledge base. */
export const knowledgeMiss = pgTable(
  'knowledge_miss',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    id: idOf<MissId>('id').notNull(),
    relationId: idOf<RelationId>('relation_id').notNull(),
    question: text('question').notNull(),
    sameAs: text('same_as').notNull(),
    times: integer('times').notNull().default(1),
    customerId: idOf<CustomerId>('customer_id'),
    messageId: idOf<MessageId>('message_id'),
    lastAt: at('last_at').notNull(),
    status: text('status', { enum: MISS_STATUSES }).notNull().default('open'),
    knowledgeId: idOf<KnowledgeId>('knowledge_id'),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    uniqueIndex('knowledge_miss_same').on(t.entId, t.relationId, t.sameAs),
    index('knowledge_miss_page').on(t.entId, t.relationId, t.status, t.times, t.lastAt),
    index('knowledge_miss_customer').on(t.entId, t.customerId),
    foreignKey({
      name: 'knowledge_miss_account_fk',
      columns: [t.entId, t.relationId],
      foreignColumns: [channelAccount.entId, channelAccount.id],
    }),
    check('knowledge_miss_status', sql`${t.status} in (${oneOf(MISS_STATUSES)})`),
  ],
)

/** Fact: a customer asked a question that the knowledge had no answer to. It stays as it was when the question is answered or ignored. */
export const knowledgeMissAsk = pgTable(
  'knowledge_miss_ask',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    /** Of the missed question, which may have been deleted since. */
    missId: idOf<MissId>('miss_id').notNull(),
    messageId: idOf<MessageId>('message_id').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
    /** The account that the customer wrote to. */
    relationId: idOf<RelationId>('relation_id').notNull(),
    sessionId: idOf<SessionId>('session_id'),
    question: text('question').notNull(),
    at: at('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.missId, t.messageId] }),
    index('knowledge_miss_ask_at').on(t.entId, t.at),
    index('knowledge_miss_ask_customer').on(t.entId, t.customerId),
  ],
)
