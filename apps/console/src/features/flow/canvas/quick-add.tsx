import type { FlowNodeType } from '@ruwu/contract'
import { FLOW_NODE_LABELS } from '@ruwu/domain'
import { useEffect, useRef } from 'react'
import type { Origin } from '../graph/graph-edit.ts'
import { PALETTE } from '../graph/node-kinds.ts'
import { texts } from '../texts.ts'
import { NodeTile } from './node-tile.tsx'
import styles from './quick-add.module.css'

/** A line that was dropped on the empty canvas: where it begins, and where the next node will stand. */
export type LooseEnd = { origin: Origin; place: { x: number; y: number }; screen: { x: number; y: number } }

type QuickAddProps = { at: LooseEnd; onAdd: (type: FlowNodeType) => void; onClose: () => void }

const SIZE = { width: 232, height: 260 }

/** The kinds of nodes at the end of a line. */
export function QuickAdd({ at: { screen }, onAdd, onClose }: QuickAddProps) {
  const menu = useRef<HTMLDivElement>(null)
  useEffect(() => {
    menu.current?.querySelector('button')?.focus()
    const onPointerDown = ({ target }: PointerEvent) =>
      target instanceof Node && !menu.current?.contains(target) && onClose()
    document.addEventListener('pointerdown', onPointerDown, true)
    return () => document.removeEventListener('pointerdown', onPointerDown, true)
  }, [onClose])
  const left = Math.min(screen.x, window.innerWidth - SIZE.width - 12)
  const top = Math.min(screen.y, window.innerHeight - SIZE.height - 12)
  return (
    <div
      ref={menu}
      className={styles.menu}
      style={{ left, top, width: SIZE.width }}
      role="menu"
      tabIndex={-1}
      aria-label={texts.quickAdd}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      {PALETTE.flatMap(({ types }) => types).map((type) => (
        <button key={type} type="button" role="menuitem" onClick={() => onAdd(type)}>
          <NodeTile type={type} size={20} />
          {FLOW_NODE_LABELS[type]}
        </button>
      ))}
    </div>
  )
}
