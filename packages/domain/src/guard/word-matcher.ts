import type { WordRules } from '@ruwu/contract'
import { foldText } from '../lead/fold-text.ts'
import { type PhraseHit, PhraseTrie } from '../lead/phrase-trie.ts'
import { Coverage, originalSpan, type Span, type TextCopy } from '../lead/text-copy.ts'
import type { Source } from '../sources.ts'
import { BUILTIN_WORDS, EVERYDAY_WORDS } from './builtin-words.ts'
import { isPartOfLatinWord, squeezeText } from './squeeze-text.ts'
import { compileWordPattern, PATTERN_INPUT_LENGTH } from './word-pattern.ts'
import { type WordRow, wordRows } from './word-row.ts'

export interface WordMatch extends Span {
  row: WordRow
}

/** `squeezed` is the folded text without inserted signs. */
export interface WordMatcher {
  find: (folded: TextCopy, squeezed: TextCopy) => WordMatch[]
}

interface WordList {
  source: Source
  /** The enterprise's own rows. */
  rows?: readonly WordRow[]
  /** Built-in words that the enterprise has switched off. */
  disabledBuiltins?: ReadonlySet<string>
}

const EVERYDAY = new PhraseTrie(EVERYDAY_WORDS.map((word) => [word, word]))

const builtinMatchers: Partial<Record<Source, WordMatcher>> = {}

/** Matcher of the words that are banned on a platform, built once. */
export const bannedWords = (source: Source): WordMatcher => (builtinMatchers[source] ??= createWordMatcher({ source }))

/** Build once per source and word list; a search is one pass over the text plus one per pattern. */
export function createWordMatcher({ source, rows = [], disabledBuiltins }: WordList): WordMatcher {
  const own = rows.filter((row) => row.isEnabled && (row.source === 'all' || row.source === source))
  const contained = own.filter(({ match }) => match === 'contains')
  const builtins = BUILTIN_WORDS.filter(({ word }) => !disabledBuiltins?.has(word))
  const words = new PhraseTrie<WordRow>([...contained, ...builtins].map((row) => [squeezedWord(row), row]))
  // Words consisting of separators are searched in the unsqueezed copy.
  const signs = new PhraseTrie<WordRow>(
    contained.filter((row) => squeezedWord(row) === '').map((row) => [foldText(row.word).text, row]),
  )
  const patterns = own.flatMap((row) => {
    const pattern = row.match === 'regex' ? compileWordPattern(row.word) : undefined
    return pattern ? [{ row, pattern }] : []
  })
  const shipped = new Set(builtins)

  return {
    find: (folded, squeezed) => [
      ...wordHits(words, shipped, squeezed).map((hit) => matchOf(squeezed, hit)),
      ...signs.findAll(folded.text).map((hit) => matchOf(folded, hit)),
      ...patterns.flatMap(({ row, pattern }) => patternMatches(folded, row, pattern)),
    ],
  }
}

const matchers = new WeakMap<WordRules, Partial<Record<Source, WordMatcher>>>()

/** By an enterprise's list: built once per list and source, which takes longer than a check. */
export function ownWordMatcher(words: WordRules, source: Source): WordMatcher {
  const built = matchers.get(words) ?? {}
  matchers.set(words, built)
  const { rows, disabled } = words
  return (built[source] ??= createWordMatcher({ source, rows: wordRows(rows), disabledBuiltins: new Set(disabled) }))
}

/** Enterprise words match anywhere; built-in words not inside everyday words. */
function wordHits(words: PhraseTrie<WordRow>, shipped: ReadonlySet<WordRow>, squeezed: TextCopy): PhraseHit<WordRow>[] {
  const hits = words.findAll(squeezed.text)
  if (hits.length === 0) return []
  const everyday = new Coverage(EVERYDAY.findAll(squeezed.text))
  const isEveryday = (hit: Span) => isPartOfLatinWord(squeezed, hit) || everyday.touches(hit)
  return hits.filter((hit) => !shipped.has(hit.value) || !isEveryday(hit))
}

function squeezedWord({ word }: WordRow): string {
  return squeezeText(foldText(word)).text
}

function matchOf(copy: TextCopy, { value, start, end }: PhraseHit<WordRow>): WordMatch {
  return { row: value, ...originalSpan(copy, start, end) }
}

function patternMatches(folded: TextCopy, row: WordRow, pattern: RegExp): WordMatch[] {
  const matches = [...folded.text.slice(0, PATTERN_INPUT_LENGTH).matchAll(pattern)]
  return matches
    .filter(({ 0: found }) => found !== '')
    .map(({ 0: found, index }) => ({ row, ...originalSpan(folded, index, index + found.length) }))
}
