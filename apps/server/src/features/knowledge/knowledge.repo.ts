import type { EntId, KnowledgeId, KnowledgeType, RelationId } from '@ruwu/contract'
import { and, count, desc, eq, getTableColumns, ilike, ne, or, sql } from 'drizzle-orm'
import { KNOWLEDGE_LOCK, lockKeyOf } from '../../db/advisory-lock.ts'
import type { Queryable } from '../../db/database.ts'
import { agent, knowledge } from '../../db/schema/index.ts'
import { NotFoundError } from '../../platform/http/errors.ts'

export type KnowledgeRow = typeof knowledge.$inferSelect
export type NewKnowledge = typeof knowledge.$inferInsert
export type Library = { entId: EntId; relationId: RelationId }
export type KnowledgeKey = Library & { id: KnowledgeId }
export type NamedRow = KnowledgeRow & { updatedByName: string | null }

export type KnowledgeFilter = {
  type?: KnowledgeType | undefined
  status?: KnowledgeRow['status'] | undefined
  keyword?: string | undefined
}

export const isInLibrary = ({ entId, relationId }: Library) =>
  and(eq(knowledge.entId, entId), eq(knowledge.relationId, relationId))

const isEntry = ({ id, ...library }: KnowledgeKey) => and(isInLibrary(library), eq(knowledge.id, id))

const isEditor = and(eq(agent.entId, knowledge.entId), eq(agent.id, knowledge.updatedBy))

/** Columns of the list, without the document text. */
const listed = { ...getTableColumns(knowledge), body: sql<string>`''`, updatedByName: agent.name }

/** Serialises inserts and renames in a library. An advisory lock, not the account's row, which inbound messages need. */
export async function lockLibrary(db: Queryable, { relationId }: Library): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${KNOWLEDGE_LOCK}, ${lockKeyOf(relationId)})`)
}

export async function countEntries(db: Queryable, library: Library): Promise<number> {
  const [row] = await db.select({ entries: count() }).from(knowledge).where(isInLibrary(library))
  return row?.entries ?? 0
}

/** One page, latest change first; a page beyond the end returns the last one. */
export async function pageEntries(
  db: Queryable,
  library: Library,
  { type, status, keyword }: KnowledgeFilter,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ rows: NamedRow[]; total: number; page: number }> {
  const where = and(
    isInLibrary(library),
    type && eq(knowledge.type, type),
    status && eq(knowledge.status, status),
    keyword ? isLike(keyword) : undefined,
  )
  const [counted] = await db.select({ total: count() }).from(knowledge).where(where)
  const total = counted?.total ?? 0
  const shown = Math.min(page, Math.max(1, Math.ceil(total / pageSize)))
  const rows = await db
    .select(listed)
    .from(knowledge)
    .leftJoin(agent, isEditor)
    .where(where)
    .orderBy(desc(knowledge.updatedAt), desc(knowledge.id))
    .limit(pageSize)
    .offset((shown - 1) * pageSize)
  return { rows, total, page: shown }
}

const isLike = (keyword: string) => {
  const pattern = `%${keyword.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  const similar = sql`array_to_string(${knowledge.similar}, ' ') ilike ${pattern}`
  return or(ilike(knowledge.title, pattern), ilike(knowledge.answer, pattern), similar)
}

export async function getEntry(db: Queryable, key: KnowledgeKey): Promise<NamedRow> {
  const [row] = await db
    .select({ ...getTableColumns(knowledge), updatedByName: agent.name })
    .from(knowledge)
    .leftJoin(agent, isEditor)
    .where(isEntry(key))
  if (!row) throw new NotFoundError('知识')
  return row
}

export async function lockEntry(db: Queryable, key: KnowledgeKey): Promise<KnowledgeRow> {
  const [row] = await db.select().from(knowledge).where(isEntry(key)).for('update')
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

export async function changeEntry(
  db: Queryable,
  key: KnowledgeKey,
  change: Partial<NewKnowledge>,
): Promise<KnowledgeRow> {
  const [row] = await db
    .update(knowledge)
    .set({ version: sql`${knowledge.version} + 1`, ...change })
    .where(isEntry(key))
    .returning()
  if (!row) throw new NotFoundError('知识')
  return row
}

export async function deleteEntry(db: Queryable, key: KnowledgeKey): Promise<void> {
  await db.delete(knowledge).where(isEntry(key))
}

export async function isFileUsedElsewhere(
  db: Queryable,
  { entId, id }: KnowledgeKey,
  fileKey: string,
): Promise<boolean> {
  const [other] = await db
    .select({ id: knowledge.id })
    .from(knowledge)
    .where(and(eq(knowledge.entId, entId), eq(knowledge.fileKey, fileKey), ne(knowledge.id, id)))
    .limit(1)
  return other !== undefined
}
