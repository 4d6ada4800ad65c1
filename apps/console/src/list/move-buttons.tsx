import { IconButton } from '@ruwu/ui'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { texts } from './texts.ts'

type MoveButtonsProps = {
  /** Part of the accessible names of the buttons. */
  name: string
  index: number
  count: number
  onMove: (to: number) => void
}

/** 上移 and 下移 of a row in an order of its own. */
export const MoveButtons = ({ name, index, count, onMove }: MoveButtonsProps) => (
  <>
    <IconButton label={texts.moveUp(name)} title={texts.up} disabled={index === 0} onClick={() => onMove(index - 1)}>
      <ArrowUp size={15} aria-hidden="true" />
    </IconButton>
    <IconButton
      label={texts.moveDown(name)}
      title={texts.down}
      disabled={index === count - 1}
      onClick={() => onMove(index + 1)}
    >
      <ArrowDown size={15} aria-hidden="true" />
    </IconButton>
  </>
)
