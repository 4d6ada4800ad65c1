import { type Source, splitEmoji } from '@ruwu/domain'
import { Emoji } from './emoji.tsx'

/** Text with emoji codes as images; copying yields the codes. */
export function EmojiText({ source, text }: { source: Source; text: string }) {
  return splitEmoji(source, text).map((part) =>
    part.kind === 'text' ? part.text : <Emoji key={part.start} emoji={part.emoji} />,
  )
}
