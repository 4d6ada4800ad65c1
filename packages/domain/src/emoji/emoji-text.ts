import type { Source } from '../sources.ts'
import type { Emoji } from './emoji.ts'
import { findEmoji } from './emoji-set.ts'

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
 * What lead extraction and forbidden-word checks read, so that a code between digits hides nothing.
 * `positions[i]` is where unit `i` of the new text stood; one more entry holds the old length.
 */
export function withoutEmoji(source: Source, text: string): { text: string; positions: number[] } {
  const kept = splitEmoji(source, text).filter((part) => part.kind === 'text')
  const positions = kept.flatMap((part) => Array.from({ length: part.text.length }, (_, index) => part.start + index))
  return { text: kept.map((part) => part.text).join(''), positions: [...positions, text.length] }
}
