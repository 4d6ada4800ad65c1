import { splitByKeyword } from '@ruwu/domain'
import styles from './highlight.module.css'

/** A text with the searched word on yellow. */
export function Highlight({ text, keyword }: { text: string; keyword: string }) {
  if (keyword === '') return text
  // The parts follow from the text alone, so their places are their names.
  return splitByKeyword(text, keyword).map((part, index) =>
    part.isHit ? (
      // oxlint-disable-next-line react/no-array-index-key
      <mark key={index} className={styles.hit}>
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  )
}
