import { useState, type DragEvent } from 'react'
import { dropPosition } from './reorder.ts'

type Over = { index: number; isLowerHalf: boolean }

type RowDragOptions = {
  onMove: (from: number, to: number) => void
  /** Classes of the row that the dragged one would land before or after. */
  marks: { before: string | undefined; after: string | undefined }
}

const isInLowerHalf = ({ clientY, currentTarget }: DragEvent<HTMLElement>) => {
  const { top, height } = currentTarget.getBoundingClientRect()
  return clientY > top + height / 2
}

/** Drag and drop of rows by their handle; a line shows the target position. */
export function useRowDrag({ onMove, marks }: RowDragOptions) {
  const [from, setFrom] = useState<number>()
  const [over, setOver] = useState<Over>()
  const end = () => {
    setFrom(undefined)
    setOver(undefined)
  }

  const grip = (index: number) => ({
    draggable: true,
    onDragStart: (event: DragEvent<HTMLElement>) => {
      event.dataTransfer.effectAllowed = 'move'
      const row = event.currentTarget.closest('tr, li')
      if (row) event.dataTransfer.setDragImage(row, 24, 22)
      setFrom(index)
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
