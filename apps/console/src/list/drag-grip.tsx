import { GripVertical } from 'lucide-react'
import type { DragEventHandler } from 'react'
import styles from './row-drag.module.css'

type DragGripProps = {
  title: string
  /** From `useRowDrag`. */
  draggable: boolean
  onDragStart: DragEventHandler<HTMLElement>
  onDragEnd: () => void
}

/** The handle by which a row is dragged. */
export const DragGrip = ({ title, ...drag }: DragGripProps) => (
  <span className={styles.grip} title={title} {...drag}>
    <GripVertical size={15} aria-hidden="true" />
  </span>
)
