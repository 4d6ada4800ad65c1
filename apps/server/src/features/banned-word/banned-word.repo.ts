import type { BannedWordFilter, BannedWordId, EntId } from '@ruwu/contract'
import { and, count, desc, eq, getTableColumns, gte, ilike, sql, sum } from 'drizzle-orm'
import { containing } from '../../db/containing.ts'
import type { Queryable } from '../../db/database.ts'
import { columnNames, insertRows, updateRows } from '../../db/rows.ts'
import { agent, bannedWord, bannedWordHit, bannedWordList } from '../../db/schema/index.ts'
import { NotFoundError } from '../../platform/http/errors.ts'

export type WordRow = typeof bannedWord.$inferSelect & { updatedByName: string | null }
export type NewWord = typeof bannedWord.$inferInsert
export type WordChange = Partial<Omit<NewWord, 'entId' | 'id' | 'version'>>

/** Serialises changes of one enterprise's words, and tells every process that its matcher is outdated. */
export async function touchList(db: Queryable, entId: EntId): Promise<string[]> {
  const [list] = await db
    .insert(bannedWordList)
    .values({ entId })
    .onConflictDoUpdate({ target: bannedWordList.entId, set: { version: sql`${bannedWordList.version} + 1` } })
    .returning({ disabled: bannedWordList.disabled })
  return list?.disabled ?? []
}

/** Built-in words that are switched off. */
export async function readDisabled(db: Queryable, entId: EntId): Promise<string[]> {
  const [list] = await db
    .select({ disabled: bannedWordList.disabled })
    .from(bannedWordList)
    .where(eq(bannedWordList.entId, entId))
  return list?.disabled ?? []
}

export async function saveDisabled(db: Queryable, entId: EntId, disabled: string[]): Promise<void> {
  await db.update(bannedWordList).set({ disabled }).where(eq(bannedWordList.entId, entId))
}

type WordFilter = Omit<BannedWordFilter, 'kind'> & { id?: BannedWordId; match?: WordRow['match'] }

const matches = (entId: EntId, { keyword, category, level, id, match }: WordFilter) =>
  and(
    eq(bannedWord.entId, entId),
    keyword ? ilike(bannedWord.word, containing(keyword)) : undefined,
    category && eq(bannedWord.category, category),
    level && eq(bannedWord.level, level),
    match && eq(bannedWord.match, match),
    id && eq(bannedWord.id, id),
  )

/** Newest first. */
export async function listWords(
  db: Queryable,
  entId: EntId,
  filter: WordFilter = {},
  page?: { offset: number; limit: number },
): Promise<WordRow[]> {
  const rows = db
    .select({ ...getTableColumns(bannedWord), updatedByName: agent.name })
    .from(bannedWord)
    .leftJoin(agent, and(eq(agent.entId, bannedWord.entId), eq(agent.id, bannedWord.updatedBy)))
    .where(matches(entId, filter))
    .orderBy(desc(bannedWord.id))
  return page ? rows.offset(page.offset).limit(page.limit) : rows
}

export async function countWords(db: Queryable, entId: EntId, filter: WordFilter = {}): Promise<number> {
  const [row] = await db.select({ words: count() }).from(bannedWord).where(matches(entId, filter))
  return row?.words ?? 0
}

export async function getWord(db: Queryable, entId: EntId, id: BannedWordId): Promise<WordRow> {
  const [row] = await listWords(db, entId, { id })
  if (!row) throw new NotFoundError('违禁词')
  return row
}

export const insertWords = (db: Queryable, rows: readonly NewWord[]): Promise<void> =>
  insertRows(
    db,
    bannedWord,
    rows.map((row) => ({ version: 1, ...row })),
  )

/** Optimistic lock where a version is given: false when it differs. */
export async function changeWord(
  db: Queryable,
  entId: EntId,
  id: BannedWordId,
  change: WordChange,
  version?: number,
): Promise<boolean> {
  const changed = await db
    .update(bannedWord)
    .set({ ...change, version: sql`${bannedWord.version} + 1` })
    .where(
      and(
        eq(bannedWord.entId, entId),
        eq(bannedWord.id, id),
        version === undefined ? undefined : eq(bannedWord.version, version),
      ),
    )
    .returning({ id: bannedWord.id })
  return changed.length > 0
}

const KEYS = ['ent_id', 'id']
const COLUMNS = columnNames(bannedWord, KEYS)

/** Whole rows, in one statement. */
export const replaceWords = (db: Queryable, rows: readonly NewWord[]): Promise<void> =>
  updateRows(db, bannedWord, KEYS, COLUMNS, rows)

export async function deleteWord(db: Queryable, entId: EntId, id: BannedWordId): Promise<void> {
  await db.delete(bannedWord).where(and(eq(bannedWord.entId, entId), eq(bannedWord.id, id)))
}

/** Hits per word since a day. */
export async function readHits(db: Queryable, entId: EntId, since: string): Promise<Map<string, number>> {
  const rows = await db
    .select({ word: bannedWordHit.word, hits: sum(bannedWordHit.hits).mapWith(Number) })
    .from(bannedWordHit)
    .where(and(eq(bannedWordHit.entId, entId), gte(bannedWordHit.day, since)))
    .groupBy(bannedWordHit.word)
  return new Map(rows.map(({ word, hits }) => [word, hits]))
}
