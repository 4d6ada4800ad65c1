import { splitEmoji } from '../emoji/index.ts'
import type { Source } from '../sources.ts'
import { SYMBOLS } from './symbols.ts'
import type { Span, TextCopy } from './text-copy.ts'

/** Everything but ASCII and common Chinese characters, with the marks that follow. */
const UNUSUAL = /[^\x20-\x7e\u4e00-\u9fff]\p{M}*/gu
// Marks (the frame of a keycap, strike-through), invisible characters and controls carry no meaning here.
const MEANINGLESS = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]|(?![\t\n\r])\p{Cc}/gu

/**
 * Input of contact and word checks: emoji codes and invisible characters removed; full-width,
 * circled and styled characters normalised (NFKC). Case is kept.
 */
export function foldText(text: string, source?: Source): TextCopy {
  const copy = { text: '', starts: [] as number[], ends: [] as number[] }
  for (const part of textParts(text, source)) {
    let from = part.start
    for (const { 0: character, index } of text.slice(part.start, part.end).matchAll(UNUSUAL)) {
      addPlain(copy, text, { start: from, end: part.start + index })
      from = part.start + index + character.length
      addFolded(copy, foldCharacter(character), { start: part.start + index, end: from })
    }
    addPlain(copy, text, { start: from, end: part.end })
  }
  return copy
}

interface GrowingCopy {
  text: string
  starts: number[]
  ends: number[]
}

function addPlain(copy: GrowingCopy, text: string, { start, end }: Span): void {
  copy.text += text.slice(start, end)
  for (let at = start; at < end; at += 1) {
    copy.starts.push(at)
    copy.ends.push(at + 1)
  }
}

function addFolded(copy: GrowingCopy, folded: string, { start, end }: Span): void {
  copy.text += folded
  for (let unit = 0; unit < folded.length; unit += 1) {
    copy.starts.push(start)
    copy.ends.push(end)
  }
  // Meaningless characters belong to the preceding one: a keycap's frame to its digit.
  const last = copy.ends.length - 1
  if (folded === '' && copy.ends[last] === start) copy.ends[last] = end
}

/** The text around the source's emoji codes. */
function textParts(text: string, source?: Source): Span[] {
  if (source === undefined || !text.includes('[')) return [{ start: 0, end: text.length }]
  return splitEmoji(source, text)
    .filter((part) => part.kind === 'text')
    .map((part) => ({ start: part.start, end: part.start + part.text.length }))
}

const folds = new Map<string, string>()

/** Cached for single units; most are Chinese punctuation. */
function foldCharacter(character: string): string {
  const known = folds.get(character)
  if (known !== undefined) return known
  const plain = character.normalize('NFKC').replace(MEANINGLESS, '')
  const folded = SYMBOLS.get(plain) ?? plain
  if (character.length === 1) folds.set(character, folded)
  return folded
}
