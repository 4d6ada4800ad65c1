import sprite from '@ruwu/ui/emoji.svg'
import styles from './emoji.module.css'

/** The picture alone, for places that name it themselves. */
export function EmojiArt({ art, size }: { art: string; size: number }) {
  return (
    <svg className={styles.art} width={size} height={size} aria-hidden="true">
      <use href={`${sprite}#${art}`} />
    </svg>
  )
}
