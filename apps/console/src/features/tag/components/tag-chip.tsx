import type { Tag } from '@ruwu/contract'
import { TagDot } from './tag-dot.tsx'
import styles from './tag-chip.module.css'

/** A tag as it is shown on customers. */
export const TagChip = ({ tag: { name, color } }: { tag: Pick<Tag, 'name' | 'color'> }) => (
  <span className={styles.chip} title={name}>
    <TagDot color={color} />
    <span className="cut">{name}</span>
  </span>
)
