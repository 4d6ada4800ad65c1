import { splitByKeyword } from '@ruwu/domain'
import styles from './highlight.module.css'

/** A text with the searched word on yellow. */
export const Highlight = ({ text, keyword }: { text: string; keyword: string }) =>
  splitByKeyword(text, keyword).map(({ text: part, isHit }, at) =>
    isHit ? (
      // Parts have no identity but their place.
      // oxlint-disable-next-line react/no-array-index-key
      <mark key={at} className={styles.hit}>
        {part}
      </mark>
    ) : (
      part
    ),
  )
