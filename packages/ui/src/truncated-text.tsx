import { useState, type PointerEvent } from 'react'
import { ConditionalTooltip } from './tooltip.tsx'

/** One line of text, truncated with an ellipsis; the full text is in a tooltip when truncated. */
export function TruncatedText({ text }: { text: string }) {
  const [isCut, setIsCut] = useState(false)
  const measure = ({ currentTarget }: PointerEvent) => setIsCut(currentTarget.scrollWidth > currentTarget.clientWidth)
  return (
    <ConditionalTooltip text={isCut && text}>
      <span className="cut" onPointerEnter={measure}>
        {text}
      </span>
    </ConditionalTooltip>
  )
}
