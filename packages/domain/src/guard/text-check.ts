import type { Span } from '../lead/text-copy.ts'
import type { Source } from '../sources.ts'
import { countCharacters } from '../form-field.ts'
import type { CheckedText } from './checked-text.ts'
import { findContactInfo, findPlainLinks } from './contact-check.ts'
import { type GuardHit, withoutOverlaps } from './guard-hit.ts'
import type { GuardLimits, GuardSettings } from './guard-limits.ts'
import { GUARD_TEXTS, lengthText } from './guard-texts.ts'
import { WORD_REASONS } from './word-row.ts'
import type { WordMatch, WordMatcher } from './word-matcher.ts'

export interface TextRules {
  source: Source
  settings: Pick<GuardSettings, 'wordLevel' | 'contactLevel'>
  limits: Pick<GuardLimits, 'textMaxChars' | 'links'>
  words: WordMatcher
}

export function lengthHits(text: string, { limits }: TextRules): GuardHit[] {
  const max = limits.textMaxChars
  const count = countCharacters(text)
  if (count <= max) return []
  const start = Array.from(text).slice(0, max).join('').length
  const word = `${count}/${max}`
  return [
    { rule: 'length', category: 'length', level: 'block', word, start, end: text.length, reason: lengthText(max) },
  ]
}

export function linkHits(text: CheckedText, { limits }: TextRules): GuardHit[] {
  const { links: level } = limits
  if (level === 'off') return []
  const reason = GUARD_TEXTS.link
  return withoutOverlaps(
    findPlainLinks(text).map((link) => ({ rule: 'link', level, reason, word: wordAt(text, link), ...link })),
  )
}

export function contactHits(text: CheckedText, { settings }: TextRules): GuardHit[] {
  const { contactLevel: level } = settings
  if (level === 'off') return []
  const reason = GUARD_TEXTS.contact
  return withoutOverlaps(
    findContactInfo(text).map((info) => ({ rule: 'contact', level, reason, word: wordAt(text, info), ...info })),
  )
}

export function wordHits(text: CheckedText, { settings, words }: TextRules): GuardHit[] {
  if (settings.wordLevel === 'off') return []
  const isMilder = settings.wordLevel === 'warn'
  return withoutOverlaps(words.find(text.folded, text.squeezed).map((match) => wordHit(text, match, isMilder)))
}

function wordHit(text: CheckedText, { row, start, end }: WordMatch, isMilder: boolean): GuardHit {
  const hit: GuardHit = {
    rule: 'word',
    category: row.category,
    level: isMilder && row.level === 'block' ? 'warn' : row.level,
    word: wordAt(text, { start, end }),
    start,
    end,
    reason: WORD_REASONS[row.category],
  }
  if (row.word !== hit.word) hit.listed = row.word
  const suggestion = row.level === 'replace' ? (row.replaceWith ?? '') : row.suggestion
  return suggestion === undefined ? hit : { ...hit, suggestion }
}

function wordAt({ original }: CheckedText, { start, end }: Span): string {
  return original.slice(start, end)
}
