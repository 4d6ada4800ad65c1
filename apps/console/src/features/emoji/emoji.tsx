import { type Emoji as EmojiRow, EMOJI_SIZE_PX, type Source, splitEmoji } from '@ruwu/domain'
import sprite from '@ruwu/ui/emoji.svg'
import styles from './emoji.module.css'

const TRANSPARENT = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

/**
 * One emoji inside text. Browsers copy an image's `alt` but nothing of an <svg>; an <img> of one sprite cell would
 * paint the whole sprite each time. So a transparent image with the code as `alt` lies over the svg.
 */
export function Emoji({ emoji }: { emoji: EmojiRow }) {
  return (
    <span className={styles.emoji}>
      <EmojiArt art={emoji.art} size={EMOJI_SIZE_PX} />
      <img src={TRANSPARENT} alt={emoji.code} title={emoji.code} width={EMOJI_SIZE_PX} height={EMOJI_SIZE_PX} />
    </span>
  )
}

/** The image alone, without an accessible name. */
export function EmojiArt({ art, size }: { art: string; size: number }) {
  return (
    <svg className={styles.art} width={size} height={size} aria-hidden="true">
      <use href={`${sprite}#${art}`} />
    </svg>
  )
}

/** Text with emoji codes as images; copying yields the codes. */
export function EmojiText({ source, text }: { source: Source; text: string }) {
  return splitEmoji(source, text).map((part) =>
    part.kind === 'text' ? part.text : <Emoji key={part.start} emoji={part.emoji} />,
  )
}
