import type { CardRule, RelationId } from '@ruwu/contract'
import { useState, type DragEvent } from 'react'
import { useMoveRule } from './card-rule.mutations.ts'
import { dropPosition } from './reorder.ts'
import styles from './rule-drag.module.css'

type Over = { index: number; isLowerHalf: boolean }

const isInLowerHalf = ({ clientY, currentTarget }: DragEvent<HTMLElement>) => {
  const { top, height } = currentTarget.getBoundingClientRect()
  return clientY > top + height / 2
}

/** Drag and drop of rows by their handle; a line shows the target position. */
export function useRuleDrag(relationId: RelationId, rules: CardRule[]) {
  const [from, setFrom] = useState<number>()
  const [over, setOver] = useState<Over>()
  const move = useMoveRule(relationId)
  const end = () => {
    setFrom(undefined)
    setOver(undefined)
  }

  const grip = (index: number) => ({
    draggable: true,
    onDragStart: (event: DragEvent<HTMLElement>) => {
      event.dataTransfer.effectAllowed = 'move'
      const row = event.currentTarget.closest('tr')
      if (row) event.dataTransfer.setDragImage(row, 24, 22)
      setFrom(index)
    },
    onDragEnd: end,
  })

  const rowProps = (index: number) => ({
    className: over?.index !== index ? undefined : over.isLowerHalf ? styles.after : styles.before,
    onDragOver: (event: DragEvent<HTMLElement>) => {
      if (from === undefined) return
      event.preventDefault()
      const isLowerHalf = isInLowerHalf(event)
      if (over?.index !== index || over.isLowerHalf !== isLowerHalf) setOver({ index, isLowerHalf })
    },
    onDrop: (event: DragEvent<HTMLElement>) => {
      event.preventDefault()
      const rule = from === undefined ? undefined : rules[from]
      if (rule && from !== undefined) {
        const to = dropPosition(from, index, isInLowerHalf(event))
        if (to !== from) move.mutate({ rule, from, to })
      }
      end()
    },
  })

  return { grip, rowProps }
}
