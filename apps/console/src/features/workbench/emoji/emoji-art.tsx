import sprite from '@ruwu/ui/emoji.svg'
import styles from './emoji.module.css'

/** The image alone, without an accessible name. */
export function EmojiArt({ art, size }: { art: string; size: number }) {
  return (
    <svg className={styles.art} width={size} height={size} aria-hidden="true">
      <use href={`${sprite}#${art}`} />
    </svg>
  )
}
