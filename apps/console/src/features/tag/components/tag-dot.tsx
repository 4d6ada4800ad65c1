import type { TagColor } from '@ruwu/contract'
import styles from './tag-dot.module.css'

/** The colour of a tag; its name is always shown beside it. */
export const TagDot = ({ color }: { color: TagColor }) => <i className={styles.dot} data-color={color} />
