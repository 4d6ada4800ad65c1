import type { Source } from '../sources.ts'
import type { Emoji } from './emoji.ts'
import { emojiTable } from './emoji-set.ts'
import { splitEmoji } from './emoji-text.ts'

/** The same picture on the other platform. Rows marked near resemble their Unicode emoji only, so they have none. */
export function findTwin(emoji: Emoji, to: Source): Emoji | undefined {
  if (emoji.near) return undefined
  return emojiTable(to).find((it) => !it.near && it.unicode === emoji.unicode && it.art === emoji.art)
}

/** A text written for one source as it is sent to another: twins become its codes, the rest Unicode emoji. */
export function translateEmoji(from: Source, to: Source, text: string): string {
  if (from === to) return text
  return splitEmoji(from, text)
    .map((part) => (part.kind === 'text' ? part.text : (findTwin(part.emoji, to)?.code ?? part.emoji.unicode)))
    .join('')
}
