import { useState, type DragEvent } from 'react'
import { dropPosition } from './reorder.ts'
import styles from './row-drag.module.css'

type Over = { index: number; isLowerHalf: boolean }

type RowDragOptions = {
  /** Of the rows in their order: the list may change during a drag. */
  ids: readonly string[]
  onMove: (from: number, to: number) => void
  /** Classes of the row that the dragged one would land before or after; a table marks its cells. */
  marks?: { before: string | undefined; after: string | undefined }
}

const MARKS = { before: styles.before, after: styles.after }

const isInLowerHalf = ({ clientY, currentTarget }: DragEvent<HTMLElement>) => {
  const { top, height } = currentTarget.getBoundingClientRect()
  return clientY > top + height / 2
}

/** Drag and drop of rows by their handle; a line shows the target position. */
export function useRowDrag({ ids, onMove, marks = MARKS }: RowDragOptions) {
  const [dragged, setDragged] = useState<string>()
  const place = dragged === undefined ? -1 : ids.indexOf(dragged)
  const from = place < 0 ? undefined : place
  const [over, setOver] = useState<Over>()
  const end = () => {
    setDragged(undefined)
    setOver(undefined)
  }

  const grip = (index: number) => ({
    draggable: true,
    onDragStart: (event: DragEvent<HTMLElement>) => {
      event.dataTransfer.effectAllowed = 'move'
      const row = event.currentTarget.closest('tr, li')
      if (row) event.dataTransfer.setDragImage(row, 24, 22)
      setDragged(ids[index])
    },
    onDragEnd: end,
  })

  const rowProps = (index: number) => ({
    className: over?.index !== index ? undefined : over.isLowerHalf ? marks.after : marks.before,
    onDragOver: (event: DragEvent<HTMLElement>) => {
      if (from === undefined) return
      event.preventDefault()
      const isLowerHalf = isInLowerHalf(event)
      if (over?.index !== index || over.isLowerHalf !== isLowerHalf) setOver({ index, isLowerHalf })
    },
    onDrop: (event: DragEvent<HTMLElement>) => {
      event.preventDefault()
      if (from !== undefined) {
        const to = dropPosition(from, index, isInLowerHalf(event))
        if (to !== from) onMove(from, to)
      }
      end()
    },
  })

  /** `from` is the dragged row, for targets outside the list. */
  return { from, grip, rowProps }
}
