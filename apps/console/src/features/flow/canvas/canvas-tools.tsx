import { IconButton } from '@ruwu/ui'
import { useReactFlow, useStore } from '@xyflow/react'
import { Popover } from 'antd'
import { Keyboard, type LucideIcon, Maximize, Minus, Network, Plus, Redo2, Undo2 } from 'lucide-react'
import { texts } from '../texts.ts'
import type { FlowEditor } from '../use-flow-draft.ts'
import { FIT_PADDING } from './flow-canvas.tsx'
import styles from './canvas-tools.module.css'

type CanvasToolsProps = { editor: FlowEditor; isReadOnly: boolean; onArrange: () => void }

/** Undo, zoom and layout. */
export function CanvasTools({ editor, isReadOnly, onArrange }: CanvasToolsProps) {
  const { zoomIn, zoomOut, zoomTo, fitView } = useReactFlow()
  const zoom = useStore((state) => `${Math.round(state.transform[2] * 100)}%`)
  return (
    <div className={styles.tools} role="toolbar" aria-label={texts.tools}>
      {!isReadOnly && (
        <>
          {tool(texts.undo, Undo2, editor.undo, !editor.canUndo)}
          {tool(texts.redo, Redo2, editor.redo, !editor.canRedo)}
          <i />
        </>
      )}
      {tool(texts.zoomOut, Minus, () => zoomOut({ duration: 120 }))}
      <button
        type="button"
        className={styles.zoom}
        aria-label={texts.zoomReset(zoom)}
        onClick={() => void zoomTo(1, { duration: 120 })}
      >
        {zoom}
      </button>
      {tool(texts.zoomIn, Plus, () => zoomIn({ duration: 120 }))}
      {tool(texts.fit, Maximize, () => fitView({ padding: FIT_PADDING, maxZoom: 1, duration: 200 }))}
      {!isReadOnly && (
        <>
          {tool(texts.arrange, Network, onArrange)}
          <i />
          <Popover trigger="click" placement="topRight" title={texts.shortcuts} content={<Shortcuts />}>
            <IconButton label={texts.shortcuts} title={texts.shortcuts} aria-haspopup="dialog">
              <Keyboard size={16} strokeWidth={1.75} aria-hidden="true" />
            </IconButton>
          </Popover>
        </>
      )}
    </div>
  )
}

const Shortcuts = () => (
  <dl className={styles.keys}>
    {texts.shortcutRows.map(([key, what]) => (
      <div key={key}>
        <dt>{key}</dt>
        <dd>{what}</dd>
      </div>
    ))}
  </dl>
)

const tool = (label: string, Icon: LucideIcon, onClick: () => unknown, disabled = false) => (
  <IconButton label={label} title={label} disabled={disabled} onClick={() => void onClick()}>
    <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
  </IconButton>
)
