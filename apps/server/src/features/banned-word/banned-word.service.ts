import {
  BANNED_PATTERNS_MAX,
  BANNED_WORD_HIT_DAYS,
  BANNED_WORDS_MAX,
  type BannedWord,
  type BannedWordFields,
  type BannedWordFilter,
  type BannedWordId,
  type BannedWordSort,
  type EntId,
  type WordRules,
  type WordsCard,
} from '@ruwu/contract'
import { BUILTIN_WORDS, compileWordPattern, GUARD_TEXTS, isStopped, quotaDay } from '@ruwu/domain'
import type { Database, Queryable, Transaction } from '../../db/database.ts'
import { shownPage } from '../../db/paging.ts'
import { isUniqueViolation } from '../../db/violations.ts'
import { listActiveWords } from '../../outbound/index.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { FieldError, NotFoundError, StaleError, UserFacingError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import {
  changeWord,
  countWords,
  deleteWord,
  getWord,
  insertWords,
  listWords,
  readDisabled,
  readHits,
  saveDisabled,
  touchList,
  type WordRow,
} from './banned-word.repo.ts'
import { auditedWord, toBuiltin, toWord } from './banned-word.view.ts'

export type BannedWordDeps = { db: Database; clock: Clock }
const DAY_MS = 86_400_000
const daysAgo = (now: Date, days: number) => quotaDay(new Date(now.getTime() - (days - 1) * DAY_MS))

/** A change of the enterprise's words: one at a time, told to every console and every process that checks texts. */
export async function changeWords<T>(
  { db, clock }: BannedWordDeps,
  { entId, agentId }: Caller,
  work: (tx: Transaction, disabled: string[]) => Promise<T>,
): Promise<T> {
  const done = db.transaction(async (tx) => {
    const result = await work(tx, await touchList(tx.sql, entId))
    tx.emit(entId, { type: 'banned_words_change', at: clock.now().toISOString(), operatorId: agentId })
    return result
  })
  return done.catch((error: unknown) => {
    throw isUniqueViolation(error, 'banned_word_word') ? new FieldError({ word: GUARD_TEXTS.wordTaken }) : error
  })
}

/** 违禁词库: own words, and which of the built-in ones are switched off. */
export function createBannedWordService(deps: BannedWordDeps) {
  const { db, clock } = deps
  const hitsOf = (sql: Queryable, entId: EntId) => readHits(sql, entId, daysAgo(clock.now(), BANNED_WORD_HIT_DAYS))
  const shown = async (sql: Queryable, row: WordRow): Promise<BannedWord> => toWord(row, await hitsOf(sql, row.entId))

  async function ownPage(entId: EntId, { page: asked, pageSize, sort, ...filter }: PageAsked) {
    const total = await countWords(db.sql, entId, filter)
    const page = shownPage(total, { page: asked, pageSize })
    const part = { offset: (page - 1) * pageSize, limit: pageSize }
    // Hits are counted elsewhere: ordered words are read whole, of which there are few thousand at most.
    const rows = await listWords(db.sql, entId, filter, sort ? undefined : part)
    const hits = await hitsOf(db.sql, entId)
    const words = rows.map((row) => toWord(row, hits))
    const items = sort ? inOrder(words, sort).slice(part.offset, part.offset + pageSize) : words
    return { items, total, page, pageSize }
  }

  async function builtinPage(entId: EntId, { page: asked, pageSize, sort, ...filter }: PageAsked) {
    const rows = BUILTIN_WORDS.filter(
      ({ word, category, level }) =>
        word.toLowerCase().includes(filter.keyword?.toLowerCase() ?? '') &&
        (filter.category ?? category) === category &&
        (filter.level ?? level) === level,
    )
    const page = shownPage(rows.length, { page: asked, pageSize })
    const disabled = new Set(await readDisabled(db.sql, entId))
    const hits = await hitsOf(db.sql, entId)
    const words = rows.map((row) => toBuiltin(row, disabled, hits))
    const items = (sort ? inOrder(words, sort) : words).slice((page - 1) * pageSize, page * pageSize)
    return { items, total: rows.length, page, pageSize }
  }

  return {
    page: ({ entId }: Caller, asked: PageAsked) =>
      asked.kind === 'own' ? ownPage(entId, asked) : builtinPage(entId, asked),

    rules: async ({ entId }: Caller): Promise<WordRules> => ({
      rows: await listActiveWords(db.sql, entId),
      disabled: await readDisabled(db.sql, entId),
    }),

    create: (caller: Caller, fields: BannedWordFields): Promise<BannedWord> =>
      changeWords(deps, caller, async ({ sql }) => {
        const { entId, agentId } = caller
        await assertWord(sql, entId, fields)
        const now = clock.now()
        if ((await countWords(sql, entId)) >= BANNED_WORDS_MAX)
          throw new UserFacingError('refused', GUARD_TEXTS.tooManyWords)
        const id = newId<BannedWordId>(now)
        await insertWords(sql, [{ entId, id, ...kept(fields), updatedBy: agentId, updatedAt: now }])
        const row = await getWord(sql, entId, id)
        const entry = { action: 'bannedWord.create', object: id, name: fields.word, after: auditedWord(row) } as const
        await writeAudit(sql, caller, entry, now)
        return shown(sql, row)
      }),

    update: (caller: Caller, id: BannedWordId, version: number, fields: BannedWordFields): Promise<BannedWord> =>
      changeWords(deps, caller, async ({ sql }) => {
        const { entId, agentId } = caller
        const now = clock.now()
        const before = await getWord(sql, entId, id)
        await assertWord(sql, entId, fields, before)
        const change = { ...kept(fields), updatedBy: agentId, updatedAt: now }
        if (!(await changeWord(sql, entId, id, change, version))) throw new StaleError(before.updatedByName)
        const row = await getWord(sql, entId, id)
        const values = { before: auditedWord(before), after: auditedWord(row) }
        await writeAudit(sql, caller, { action: 'bannedWord.edit', object: id, name: row.word, ...values }, now)
        return shown(sql, row)
      }),

    remove: (caller: Caller, id: BannedWordId): Promise<true> =>
      changeWords(deps, caller, async ({ sql }) => {
        const row = await getWord(sql, caller.entId, id)
        await deleteWord(sql, caller.entId, id)
        const entry = { action: 'bannedWord.remove', object: id, name: row.word, before: auditedWord(row) } as const
        await writeAudit(sql, caller, entry, clock.now())
        return true as const
      }),

    enableBuiltin: (caller: Caller, word: string, enabled: boolean): Promise<BannedWord> =>
      changeWords(deps, caller, async ({ sql }, before) => {
        const builtin = BUILTIN_WORDS.find((row) => row.word === word)
        if (!builtin) throw new NotFoundError('内置违禁词')
        const disabled = new Set(before)
        const wasEnabled = !disabled.has(word)
        if (enabled) disabled.delete(word)
        else disabled.add(word)
        await saveDisabled(sql, caller.entId, [...disabled])
        const values = { before: { enabled: wasEnabled }, after: { enabled } }
        const entry = { action: 'bannedWord.builtin', object: word, name: word, ...values } as const
        await writeAudit(sql, caller, entry, clock.now())
        return toBuiltin(builtin, disabled, await hitsOf(sql, caller.entId))
      }),
  }
}

/** The card of 更多自动化. */
export async function readWordsCard(db: Queryable, entId: EntId, now: Date): Promise<WordsCard> {
  const hits = await readHits(db, entId, daysAgo(now, 7))
  return {
    own: await countWords(db, entId),
    disabled: (await readDisabled(db, entId)).length,
    hitsInWeek: [...hits.values()].reduce((all, each) => all + each, 0),
  }
}

/** Without what the level does not use. */
export const kept = (fields: BannedWordFields): BannedWordFields => ({
  ...fields,
  replaceWith: fields.level === 'replace' ? fields.replaceWith : '',
})

/** What is wrong with a word by itself, by field; empty: nothing. */
export function wordProblem({ word, match, level, replaceWith, source }: BannedWordFields): Record<string, string> {
  if (match === 'regex' && !compileWordPattern(word)) return { word: GUARD_TEXTS.pattern }
  const isBad = level === 'replace' && isStopped(replaceWith, source === 'all' ? [] : [source])
  return isBad ? { replaceWith: GUARD_TEXTS.replacement } : {}
}

/** Under the lock of the list. */
async function assertWord(sql: Queryable, entId: EntId, fields: BannedWordFields, before?: WordRow): Promise<void> {
  const problem = wordProblem(fields)
  if (Object.keys(problem).length > 0) throw new FieldError(problem)
  const isAnother = fields.match === 'regex' && before?.match !== 'regex'
  if (isAnother && (await countWords(sql, entId, { match: 'regex' })) >= BANNED_PATTERNS_MAX)
    throw new UserFacingError('refused', GUARD_TEXTS.tooManyPatterns)
}

type PageAsked = BannedWordFilter & { page: number; pageSize: number; sort?: BannedWordSort | undefined }

/** Words with the same value stay in their own order. */
function inOrder(words: readonly BannedWord[], { field, order }: BannedWordSort): BannedWord[] {
  const valueOf = (word: BannedWord) => (field === 'hits' ? word.hits : Date.parse(word.updatedAt ?? '') || 0)
  const sign = order === 'asc' ? 1 : -1
  return words.toSorted((one, other) => sign * (valueOf(one) - valueOf(other)))
}
