import { IconButton } from '@ruwu/ui'
import { ConfigProvider } from 'antd'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { DragGrip } from './drag-grip.tsx'
import styles from './ordered-rows.module.css'
import { texts } from './texts.ts'
import { useRowDrag } from './use-row-drag.ts'

type OrderedRowsProps<T> = {
  items: readonly T[]
  keyOf: (item: T, index: number) => string
  /** Part of the accessible names of the buttons. */
  nameOf: (item: T, index: number) => string
  onMove: (from: number, to: number) => void
  children: (item: T, index: number) => ReactNode
}

/** Rows in an order of their own: dragged by the handle, or moved by 上移 and 下移; in a disabled form they stay. */
export function OrderedRows<T>({ items, keyOf, nameOf, onMove, children }: OrderedRowsProps<T>) {
  const { componentDisabled } = ConfigProvider.useConfig()
  const { grip, rowProps } = useRowDrag({ ids: items.map(keyOf), onMove })
  return (
    <ol className={styles.rows}>
      {items.map((item, index) => (
        <li key={keyOf(item, index)} {...rowProps(index)}>
          {!componentDisabled && <DragGrip title={texts.drag} {...grip(index)} />}
          <div className={styles.content}>{children(item, index)}</div>
          {!componentDisabled && (
            <>
              <IconButton
                label={texts.moveUp(nameOf(item, index))}
                disabled={index === 0}
                onClick={() => onMove(index, index - 1)}
              >
                <ArrowUp size={15} aria-hidden="true" />
              </IconButton>
              <IconButton
                label={texts.moveDown(nameOf(item, index))}
                disabled={index === items.length - 1}
                onClick={() => onMove(index, index + 1)}
              >
                <ArrowDown size={15} aria-hidden="true" />
              </IconButton>
            </>
          )}
        </li>
      ))}
    </ol>
  )
}
