import { ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { DragGrip } from './drag-grip.tsx'
import { MoveButtons } from './move-buttons.tsx'
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
            <MoveButtons
              name={nameOf(item, index)}
              index={index}
              count={items.length}
              onMove={(to) => onMove(index, to)}
            />
          )}
        </li>
      ))}
    </ol>
  )
}
