import type { FlowNodeType } from '@ruwu/contract'
import { FLOW_NODE_LABELS } from '@ruwu/domain'
import type { KeyboardEvent } from 'react'
import { PALETTE } from '../graph/node-kinds.ts'
import { texts } from '../texts.ts'
import { NODE_DRAG_TYPE } from './flow-canvas.tsx'
import { NodeTile } from './node-tile.tsx'
import styles from './palette.module.css'

const PALETTE_ID = 'flow-palette'
const buttons = () => [...document.querySelectorAll<HTMLButtonElement>(`#${PALETTE_ID} button`)]

/** For the key that adds a node. */
export const focusPalette = () => buttons()[0]?.focus()

/** Up and Down go through the kinds. */
function onKeyDown(event: KeyboardEvent) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  event.preventDefault()
  event.stopPropagation()
  const all = buttons()
  const index = all.findIndex((button) => button === document.activeElement)
  all[(index + step + all.length) % all.length]?.focus()
}

/** The kinds of nodes: a click or Enter adds one behind the selected node, dragging puts it anywhere. */
export function Palette({ onAdd }: { onAdd: (type: FlowNodeType) => void }) {
  return (
    <nav id={PALETTE_ID} className={styles.palette} aria-label={texts.palette} title={texts.paletteHint}>
      {PALETTE.map(({ title, types }) => (
        <section key={title} aria-label={title}>
          <h3>{title}</h3>
          {types.map((type) => (
            <button
              key={type}
              type="button"
              draggable
              aria-label={texts.addNode(FLOW_NODE_LABELS[type])}
              onDragStart={({ dataTransfer }) => {
                dataTransfer.setData(NODE_DRAG_TYPE, type)
                dataTransfer.effectAllowed = 'copy'
              }}
              onKeyDown={onKeyDown}
              onClick={() => onAdd(type)}
            >
              <NodeTile type={type} size={22} />
              {FLOW_NODE_LABELS[type]}
            </button>
          ))}
        </section>
      ))}
    </nav>
  )
}
