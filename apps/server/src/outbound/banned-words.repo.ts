import { type AgentId, type EntId, type Source, SOURCES, type WordRules } from '@ruwu/contract'
import {
  bannedWords,
  createWordMatcher,
  type GuardHit,
  quotaDay,
  savedTextWarnings,
  type WordMatcher,
  wordRows,
} from '@ruwu/domain'
import { and, eq, lt, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Queryable } from '../db/database.ts'
import { array } from '../db/rows.ts'
import { bannedWord, bannedWordHit, bannedWordList } from '../db/schema/index.ts'
import type { SendingAccount } from './sending-account.ts'

/** Matchers by enterprise and source: building one takes longer than a check. Outdated when the list's version has grown. */
const matchers = new LRUCache<string, { version: number; words: WordMatcher }>({ max: 200 })

/** The words that are banned for an enterprise on a platform. One row is read per check. */
export async function findBannedWords(db: Queryable, entId: EntId, source: Source): Promise<WordMatcher> {
  const [list] = await db
    .select({ version: bannedWordList.version, disabled: bannedWordList.disabled })
    .from(bannedWordList)
    .where(eq(bannedWordList.entId, entId))
  if (!list) return bannedWords(source)
  const key = `${entId} ${source}`
  const known = matchers.get(key)
  if (known?.version === list.version) return known.words
  const rows = wordRows(await listActiveWords(db, entId))
  const words = createWordMatcher({ source, rows, disabledBuiltins: new Set(list.disabled) })
  matchers.set(key, { version: list.version, words })
  return words
}

/** Warnings about a text that is stored and sent later. */
export async function warnSavedText(
  db: Queryable,
  entId: EntId,
  text: string,
  sources: readonly Source[],
): Promise<string[]> {
  return savedTextWarnings(text, sources, await readWordMatchers(db, entId))
}

/** The enterprise's words of each platform. */
export async function readWordMatchers(db: Queryable, entId: EntId): Promise<(source: Source) => WordMatcher> {
  const words = new Map<Source, WordMatcher>()
  for (const source of SOURCES) words.set(source, await findBannedWords(db, entId, source))
  return (source) => words.get(source) ?? bannedWords(source)
}

export const listActiveWords = (db: Queryable, entId: EntId): Promise<WordRules['rows']> =>
  db
    .select({
      word: bannedWord.word,
      match: bannedWord.match,
      level: bannedWord.level,
      replaceWith: bannedWord.replaceWith,
      source: bannedWord.source,
      category: bannedWord.category,
    })
    .from(bannedWord)
    .where(and(eq(bannedWord.entId, entId), eq(bannedWord.enabled, true)))

/** Counts each found word once per message. Rows are locked in the order of the words, so that two sends cannot deadlock. */
export async function countWordHits(
  db: Queryable,
  { entId, id }: Pick<SendingAccount, 'entId' | 'id'>,
  { hits, agentId }: { hits: readonly GuardHit[]; agentId: AgentId | null },
  now: Date,
): Promise<void> {
  const found = hits.filter(({ rule }) => rule === 'word').map(({ word, listed }) => listed ?? word)
  if (found.length === 0) return
  const words = [...new Set(found)].toSorted()
  await db.execute(sql`insert into banned_word_hit as h (ent_id, day, relation_id, agent_id, word, hits)
    select ${entId}, ${quotaDay(now)}, ${id}, ${agentId}::uuid, word, 1
    from unnest(${array(words, (word) => word)}::text[]) as found(word)
    on conflict on constraint banned_word_hit_key do update set hits = h.hits + 1`)
}

const HITS_KEPT_MS = 90 * 86_400_000

export async function deleteOldWordHits(db: Queryable, now: Date): Promise<void> {
  await db.delete(bannedWordHit).where(lt(bannedWordHit.day, quotaDay(new Date(now.getTime() - HITS_KEPT_MS))))
}
