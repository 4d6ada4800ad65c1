import { useState, type PointerEvent } from 'react'
import { LateTooltip } from './tooltip.tsx'

/** One line of text, cut with … where the room ends; then the whole text is in a tooltip. */
export function CutText({ text }: { text: string }) {
  const [isCut, setIsCut] = useState(false)
  const measure = ({ currentTarget }: PointerEvent) => setIsCut(currentTarget.scrollWidth > currentTarget.clientWidth)
  return (
    <LateTooltip text={isCut && text}>
      <span className="cut" onPointerEnter={measure}>
        {text}
      </span>
    </LateTooltip>
  )
}
