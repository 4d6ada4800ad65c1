import type {
  AgentId,
  EntId,
  KNOWLEDGE_SORTS,
  KnowledgeId,
  KnowledgeType,
  LibraryName,
  RelationId,
  SortBy,
} from '@ruwu/contract'
import { and, count, desc, eq, getTableColumns, ilike, inArray, ne, or, sql } from 'drizzle-orm'
import { KNOWLEDGE_LOCK, lockKeyOf } from '../../db/advisory-lock.ts'
import { containing } from '../../db/containing.ts'
import type { Queryable } from '../../db/database.ts'
import { orderOf } from '../../db/order.ts'
import { shownPage } from '../../db/paging.ts'
import { agent, knowledge } from '../../db/schema/index.ts'
import { type Library, libraryIdOf } from '../../engine/retrieval/index.ts'
import { NotFoundError } from '../../platform/http/errors.ts'

export type KnowledgeRow = typeof knowledge.$inferSelect
export type NewKnowledge = typeof knowledge.$inferInsert
export type { Library }
/** An account with its own library. */
export type AccountKey = { entId: EntId; relationId: RelationId }
/** An entry the account sees: of its own library or of the enterprise's. */
export type KnowledgeKey = AccountKey & { id: KnowledgeId }
type EntryKey = Pick<KnowledgeRow, 'entId' | 'id'>
export type NamedRow = KnowledgeRow & { updatedByName: string | null }

export type KnowledgeFilter = {
  type?: KnowledgeType | undefined
  status?: KnowledgeRow['status'] | undefined
  keyword?: string | undefined
}

export const libraryOf = ({ entId, relationId }: AccountKey, library: LibraryName): Library => ({
  entId,
  relationId: library === 'own' ? relationId : null,
})

export const isInLibrary = (library: Library) =>
  and(eq(knowledge.entId, library.entId), eq(knowledge.libraryId, libraryIdOf(library)))

const isEntry = ({ entId, id }: EntryKey) => and(eq(knowledge.entId, entId), eq(knowledge.id, id))
const isSeen = ({ relationId, ...key }: KnowledgeKey) =>
  and(isEntry(key), inArray(knowledge.libraryId, [relationId, key.entId]))

const isEditor = and(eq(agent.entId, knowledge.entId), eq(agent.id, knowledge.updatedBy))

/** Columns of the list, without the document text. */
const listed = { ...getTableColumns(knowledge), body: sql<string>`''`, updatedByName: agent.name }

/** Serialises inserts and renames in a library. An advisory lock, not the account's row, which inbound messages need. */
export async function lockLibrary(db: Queryable, ...libraries: Library[]): Promise<void> {
  // In key order, so that two transactions that lock the same two libraries can't deadlock.
  const keys = libraries.map((library) => lockKeyOf(libraryIdOf(library))).toSorted((a, b) => a - b)
  for (const key of keys) await db.execute(sql`select pg_advisory_xact_lock(${KNOWLEDGE_LOCK}, ${key})`)
}

export async function countEntries(db: Queryable, library: Library): Promise<number> {
  const [row] = await db.select({ entries: count() }).from(knowledge).where(isInLibrary(library))
  return row?.entries ?? 0
}

export type EntryPaging = {
  page: number
  pageSize: number
  sort?: SortBy<(typeof KNOWLEDGE_SORTS)[number]> | undefined
}

/** One page, latest change first unless asked otherwise; a page beyond the end returns the last one. */
export async function pageEntries(
  db: Queryable,
  library: Library,
  { type, status, keyword }: KnowledgeFilter,
  { page, pageSize, sort }: EntryPaging,
): Promise<{ rows: NamedRow[]; total: number; page: number }> {
  const where = and(
    isInLibrary(library),
    type && eq(knowledge.type, type),
    status && eq(knowledge.status, status),
    keyword ? isLike(keyword) : undefined,
  )
  const [counted] = await db.select({ total: count() }).from(knowledge).where(where)
  const total = counted?.total ?? 0
  const shown = shownPage(total, { page, pageSize })
  const rows = await db
    .select(listed)
    .from(knowledge)
    .leftJoin(agent, isEditor)
    .where(where)
    .orderBy(
      ...orderOf(sort, { hits: knowledge.hits, updatedAt: knowledge.updatedAt }, [
        desc(knowledge.updatedAt),
        desc(knowledge.id),
      ]),
    )
    .limit(pageSize)
    .offset((shown - 1) * pageSize)
  return { rows, total, page: shown }
}

const isLike = (keyword: string) => {
  const pattern = containing(keyword)
  const similar = sql`array_to_string(${knowledge.similar}, ' ') ilike ${pattern}`
  return or(ilike(knowledge.title, pattern), ilike(knowledge.answer, pattern), similar)
}

export async function getEntry(db: Queryable, key: KnowledgeKey): Promise<NamedRow> {
  const [row] = await db
    .select({ ...getTableColumns(knowledge), updatedByName: agent.name })
    .from(knowledge)
    .leftJoin(agent, isEditor)
    .where(isSeen(key))
  if (!row) throw new NotFoundError('知识')
  return row
}

export async function lockEntry(db: Queryable, key: KnowledgeKey): Promise<KnowledgeRow> {
  const [row] = await db.select().from(knowledge).where(isSeen(key)).for('update')
  if (!row) throw new NotFoundError('知识')
  return row
}

/** The entry with exactly this question. */
export async function findQuestion(
  db: Queryable,
  library: Library,
  question: string,
): Promise<KnowledgeRow | undefined> {
  const [row] = await db
    .select()
    .from(knowledge)
    .where(and(isInLibrary(library), eq(knowledge.type, 'qa'), eq(knowledge.question, question)))
  return row
}

export async function insertEntry(db: Queryable, row: NewKnowledge): Promise<KnowledgeRow> {
  const [inserted] = await db.insert(knowledge).values(row).returning()
  if (!inserted) throw new Error('the entry was not inserted')
  return inserted
}

export async function changeEntry(db: Queryable, key: EntryKey, change: Partial<NewKnowledge>): Promise<KnowledgeRow> {
  const [row] = await db
    .update(knowledge)
    .set({ version: sql`${knowledge.version} + 1`, ...change })
    .where(isEntry(key))
    .returning()
  if (!row) throw new NotFoundError('知识')
  return row
}

export async function deleteEntry(db: Queryable, key: EntryKey): Promise<void> {
  await db.delete(knowledge).where(isEntry(key))
}

/** Entries of a library for which another one has none of the same type and title. */
export async function listWithoutNamesake(
  db: Queryable,
  source: Library,
  target: Library,
): Promise<{ id: KnowledgeId; isLearning: boolean }[]> {
  const { rows } = await db.execute<{ id: string; learning: boolean }>(sql`select id, status = 'learning' as learning
    from knowledge k
    where ent_id = ${source.entId} and library_id = ${libraryIdOf(source)} and not exists (select 1 from knowledge
      where ent_id = ${target.entId} and library_id = ${libraryIdOf(target)} and type = k.type and title = k.title)
    order by created_at, id`)
  return rows.map(({ id, learning }) => ({ id: id.replaceAll('-', '') as KnowledgeId, isLearning: learning }))
}

/** Copies entries under new ids, without their hits; pieces are not copied. */
export async function copyEntries(
  db: Queryable,
  { entId, relationId }: Library,
  copies: ReadonlyMap<KnowledgeId, KnowledgeId>,
  { agentId, now }: { agentId: AgentId; now: Date },
): Promise<void> {
  const same = sql.raw(`type, title, question, "similar", answer, url, body, is_pasted, file_key, file_name, origin,
    status, progress, error, body_hash, pieces, enabled`)
  await db.execute(sql`insert into knowledge (ent_id, id, relation_id, updated_by, created_at, updated_at, ${same})
    select ent_id, c.copy_id, ${relationId}::uuid, ${agentId}::uuid, ${now}::timestamptz, ${now}::timestamptz, ${same}
    from unnest(${sql.param([...copies.keys()])}::uuid[], ${sql.param([...copies.values()])}::uuid[]) as c(source_id, copy_id)
      join knowledge on ent_id = ${entId} and id = c.source_id`)
}

export async function isFileUsedElsewhere(db: Queryable, { entId, id }: EntryKey, fileKey: string): Promise<boolean> {
  const [other] = await db
    .select({ id: knowledge.id })
    .from(knowledge)
    .where(and(eq(knowledge.entId, entId), eq(knowledge.fileKey, fileKey), ne(knowledge.id, id)))
    .limit(1)
  return other !== undefined
}
