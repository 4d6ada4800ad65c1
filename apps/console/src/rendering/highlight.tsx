import { splitByKeyword } from '@ruwu/domain'
import styles from './highlight.module.css'

/** Text with the keyword marked. */
export function Highlight({ text, keyword }: { text: string; keyword: string }) {
  if (keyword === '') return text
  // The parts are derived from the text alone, so the index is the key.
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
