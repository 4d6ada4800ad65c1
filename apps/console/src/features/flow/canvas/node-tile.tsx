import type { FlowNodeType } from '@ruwu/contract'
import { cx } from '@ruwu/ui'
import { NODE_LOOKS } from '../graph/node-kinds.ts'
import styles from './node-tile.module.css'

/** The icon of a kind of node. */
export function NodeTile({ type, size }: { type: FlowNodeType; size: number }) {
  const { icon: Icon, tone } = NODE_LOOKS[type]
  return (
    <span className={cx(styles.tile, styles[tone])} style={{ width: size, height: size }}>
      <Icon size={Math.round(size * 0.6)} strokeWidth={1.75} aria-hidden="true" />
    </span>
  )
}
