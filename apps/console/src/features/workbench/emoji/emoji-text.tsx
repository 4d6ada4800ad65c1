import { type Source, splitEmoji } from '@ruwu/domain'
import { Emoji } from './emoji.tsx'

/** A customer's or agent's words with the emoji of their source as pictures; copied, they are the words again. */
export function EmojiText({ source, text }: { source: Source; text: string }) {
  return splitEmoji(source, text).map((part) =>
    part.kind === 'text' ? part.text : <Emoji key={part.start} emoji={part.emoji} />,
  )
}
