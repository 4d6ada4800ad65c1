import type { Source } from '../sources.ts'
import { emojiTable, findEmoji } from './emoji-set.ts'
import type { Emoji } from './emoji.ts'

/** `start` counts UTF-16 units, as string indices do. */
type EmojiTextPart = { kind: 'text'; text: string; start: number } | { kind: 'emoji'; emoji: Emoji; start: number }

const CANDIDATE = /\[[^[\]\s]{1,16}\]/g

/** Only codes of the source's own set are pictures; other brackets stay text. Joined, the parts give the text. */
export function splitEmoji(source: Source, text: string): EmojiTextPart[] {
  const parts: EmojiTextPart[] = []
  let end = 0
  const addTextUpTo = (start: number) => {
    if (start > end) parts.push({ kind: 'text', text: text.slice(end, start), start: end })
  }
  for (const { 0: code, index } of text.matchAll(CANDIDATE)) {
    const emoji = findEmoji(source, code)
    if (!emoji) continue
    addTextUpTo(index)
    parts.push({ kind: 'emoji', emoji, start: index })
    end = index + code.length
  }
  addTextUpTo(text.length)
  return parts
}

/** For places without pictures: desktop notices, conversation previews, text files. */
export function emojiPlainText(source: Source, text: string): string {
  return splitEmoji(source, text)
    .map((part) => (part.kind === 'emoji' ? part.emoji.unicode : part.text))
    .join('')
}

/**
 * Input of lead extraction and word checks: emoji codes removed, so that a code between digits hides nothing.
 * `positions[i]` is the original offset of unit `i`; the last entry is the original length.
 */
export function withoutEmoji(source: Source, text: string): { text: string; positions: number[] } {
  const kept = splitEmoji(source, text).filter((part) => part.kind === 'text')
  const positions = kept.flatMap((part) => Array.from({ length: part.text.length }, (_, index) => part.start + index))
  return { text: kept.map((part) => part.text).join(''), positions: [...positions, text.length] }
}

/** The same emoji on the other platform. Rows marked `near` only resemble their Unicode emoji and have none. */
export function findTwin(emoji: Emoji, to: Source): Emoji | undefined {
  if (emoji.near) return undefined
  return emojiTable(to).find((it) => !it.near && it.unicode === emoji.unicode && it.art === emoji.art)
}

/** Converts a text between sources: twins become the target's codes, others Unicode emoji. */
export function translateEmoji(from: Source, to: Source, text: string): string {
  if (from === to) return text
  return splitEmoji(from, text)
    .map((part) => (part.kind === 'text' ? part.text : (findTwin(part.emoji, to)?.code ?? part.emoji.unicode)))
    .join('')
}
